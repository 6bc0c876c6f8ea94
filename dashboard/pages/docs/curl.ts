/** A program that is one call of curl to this server, as the request that it makes. */

export type CurlRequest = {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Undefined: it is something else, or more than that. */
export function readCurl(program: string, address: string): CurlRequest | undefined {
  const [command, ...words] = wordsIn(program) ?? [];
  if (command !== 'curl') return undefined;
  const headers: Record<string, string> = {};
  let body: string | null = null;
  let target: string | undefined;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before === '-d') body = word;
    else if (before === '-H') Object.assign(headers, headerOf(word));
    else if (word.startsWith(`${address}/`)) target = word.slice(address.length);
    else if (!['-s', '-d', '-H'].includes(word)) return undefined;
  }
  if (target === undefined) return undefined;
  const method = body === null ? 'GET' : 'POST';
  return { method, target, headers: { ...typeOf(body), ...headers }, body };
}

/** A word, within quotes or without; between words are blanks, and line breaks behind a backslash. */
const nextWord = /(?:'(?<quoted>[^']*)'|(?<plain>[\w:/.?=&%+-]+))(?: |\\\n|$)*/y;

function wordsIn(program: string): readonly string[] | undefined {
  const words: string[] = [];
  nextWord.lastIndex = 0;
  while (nextWord.lastIndex < program.length) {
    const { quoted, plain } = nextWord.exec(program)?.groups ?? {};
    const word = quoted ?? plain;
    if (word === undefined) return undefined;
    words.push(word);
  }
  return words;
}

function headerOf(line: string): Readonly<Record<string, string>> {
  const [name = '', ...rest] = line.split(':');
  return { [name]: rest.join(':').trim() };
}

function typeOf(body: string | null): Readonly<Record<string, string>> {
  return body?.startsWith('{') === true ? { 'Content-Type': 'application/json' } : {};
}
