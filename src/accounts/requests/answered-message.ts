/** What an answer that was kept says, also where it was cut. */

/** What a refusal said; empty where the answer has no message, or was cut before its end. */
export function messageOf(answer: string): string {
  const quoted = /"message":\s*(?<text>"(?:[^"\\]|\\.)*")/.exec(answer)?.groups?.['text'];
  return quoted === undefined ? '' : String(JSON.parse(quoted));
}
