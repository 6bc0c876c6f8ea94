/**
 * A JSON object may name a member twice (RFC 8259 §4 leaves open what that means), and JSON.parse keeps the last
 * one. Two readers of one request must not take different values for the same parameter, so it is looked for.
 */

type Member = { readonly name: string; readonly value: string };

/**
 * The name of a member that the object itself, not what is in it, has twice with different values. `text` is what
 * `JSON.parse` has read into an object of so many members.
 */
export function findRepeatedMember(text: string, members: number): string | undefined {
  let count = 0;
  walk(text, (mark) => {
    if (mark === colon) count += 1;
  });
  return count === members ? undefined : findDifferent(membersOf(text));
}

function findDifferent(members: readonly Member[]): string | undefined {
  const known = new Map<string, string>();
  for (const { name, value } of members) {
    const before = known.get(name);
    if (before !== undefined && before !== value) return name;
    known.set(name, value);
  }
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

function membersOf(text: string): readonly Member[] {
  const members: Member[] = [];
  let from = text.indexOf('{') + 1;
  let name = '';
  walk(text, (mark, at) => {
    const between = text.slice(from, at).trim();
    if (mark === colon) name = JSON.parse(between) as string;
    else if (between !== '') members.push({ name, value: between });
    from = at + 1;
  });
  return members;
}

/** Tells each colon and comma of the object's own, and its end. One pass, in which texts are skipped whole. */
function walk(text: string, tell: (mark: number, at: number) => void): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) {
      depth -= 1;
      if (depth === 0) tell(code, at);
    } else if (depth === 1 && (code === colon || code === comma)) tell(code, at);
  }
}

/** Where the quote stands that ends it: one behind an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
