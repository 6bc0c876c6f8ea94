/** What a text says as JSON; undefined: it is none. The value is what a stranger chose: parse it further by a schema. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
