/** The header fields of a message: names without regard to case or compact form, values as they came. */
import { keptKey } from '#core/kept-key.ts';

/** RFC 3261 §7.3.3, RFC 3515, RFC 3841, RFC 4028, RFC 6665, RFC 8224: one letter for a name. */
const compactNames: Readonly<Record<string, string>> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  d: 'request-disposition',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  j: 'reject-contact',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
  y: 'identity',
};

/** Written otherwise than with a capital after each hyphen. */
const spelled: ReadonlyMap<string, string> = new Map([
  ['call-id', 'Call-ID'],
  ['cseq', 'CSeq'],
  ['mime-version', 'MIME-Version'],
  ['min-se', 'Min-SE'],
  ['rack', 'RAck'],
  ['rseq', 'RSeq'],
  ['www-authenticate', 'WWW-Authenticate'],
]);

type UsualName = { readonly written: string; readonly name: string };

/** What nearly all messages have, as it is usually written, by length: at most four are compared, and no text is made. */
const usualNames: ReadonlyMap<number, readonly UsualName[]> = Map.groupBy(
  `Via From To Call-ID CSeq Contact Content-Type Content-Length Max-Forwards Allow Supported Require User-Agent
  Server Route Record-Route Session-Expires Min-SE Accept Diversion Privacy P-Asserted-Identity History-Info
  Identity Reason Date Timestamp`
    .split(/\s+/)
    .map((written) => ({ written, name: written.toLowerCase() })),
  ({ written }) => written.length,
);

/** The name of a field whose line has its colon there, if it is written as usual; undefined: it may be any. */
export function usualName(line: string, colon: number): string | undefined {
  for (const { written, name } of usualNames.get(colon) ?? []) {
    if (line.startsWith(written)) return name;
  }
  return undefined;
}

/** The name that a field goes by here: in full and in small letters. */
export function headerName(written: string): string {
  const name = written.toLowerCase();
  return name.length === 1 ? (compactNames[name] ?? name) : name;
}

/** The longest that is registered has 31 characters. */
const rememberedNameMax = 64;
const spellings = new Map<string, string>();

/** The name as it is written on the wire. */
export function spellHeader(name: string): string {
  const known = spelled.get(name) ?? spellings.get(name);
  if (known !== undefined) return known;
  const spelling = name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
  // Names come from the network too, so the memory of them is bounded.
  if (spellings.size < 200 && name.length <= rememberedNameMax) {
    spellings.set(keptKey(name), spelling);
  }
  return spelling;
}

/** A name as `headerName` makes it, and a value in which each octet is one character. */
export type HeaderField = readonly [name: string, value: string];

export class Headers implements Iterable<HeaderField> {
  readonly #fields: HeaderField[];

  /** A list is taken over, not copied. */
  constructor(fields: HeaderField[] | Headers = []) {
    this.#fields = fields instanceof Headers ? fields.#fields.slice() : fields;
  }

  [Symbol.iterator](): ArrayIterator<HeaderField> {
    return this.#fields[Symbol.iterator]();
  }

  get size(): number {
    return this.#fields.length;
  }

  /** In their order. */
  get fields(): readonly HeaderField[] {
    return this.#fields;
  }

  // A field is asked for its two places below: taking it apart by a pattern makes an iterator of each.

  /** The first field of that name. */
  get(name: string): string | undefined {
    for (const field of this.#fields) if (field[0] === name) return field[1];
    return undefined;
  }

  /** The fields of that name in their order, each as it was written: lists are not taken apart. */
  all(name: string): string[] {
    const values: string[] = [];
    for (const field of this.#fields) if (field[0] === name) values.push(field[1]);
    return values;
  }

  count(name: string): number {
    let count = 0;
    for (const field of this.#fields) if (field[0] === name) count += 1;
    return count;
  }

  /** The value of a field that is there once and says something. */
  only(name: string): string | undefined {
    let found: string | undefined;
    for (const field of this.#fields) {
      if (field[0] !== name) continue;
      if (found !== undefined) return undefined;
      found = field[1];
    }
    return found === '' ? undefined : found;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  append(name: string, value: string): void {
    this.#fields.push([name, value]);
  }

  /** Changes the first field of that name where it stands. */
  replaceFirst(name: string, value: string): void {
    const index = this.#fields.findIndex((field) => field[0] === name);
    if (index >= 0) this.#fields[index] = [name, value];
  }
}
