/** Phones as people paste them: lines, commas, the first column of a table. */

/** What a request takes. */
const portion = 1_000;

/** A heading, and columns behind the first of a line that has several, are left out. */
export function phonesIn(text: string): readonly string[] {
  const phones = text
    .split(/\r?\n/)
    .flatMap((line) => (isTable(line) ? [line.split(/[;,\t]/)[0] ?? ''] : line.split(/[,;\t]/)))
    .map((phone) => phone.trim().replace(/^"(.*)"$/, '$1'))
    .filter((phone) => /\d/.test(phone));
  return [...new Set(phones)];
}

/** A line whose second column is no phone. */
function isTable(line: string): boolean {
  const [, second] = line.split(/[;,\t]/);
  return second !== undefined && /[A-Za-z]/.test(second);
}

export function inPortions(phones: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(phones.length / portion);
  return Array.from({ length: count }, (_, at) => phones.slice(at * portion, (at + 1) * portion));
}
