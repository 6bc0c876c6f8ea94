/** Replies of a server, put together from octets as they come. RFC 5321 §4.2; enhanced codes RFC 2034 §4. */

export type SmtpReply = {
  readonly code: number;
  /** `5.1.1`; empty where the server sent none. */
  readonly enhanced: string;
  /** Without codes, one for each line. */
  readonly lines: readonly string[];
};

export type ReplyFault = 'line too long' | 'too many lines' | 'no code' | 'mixed codes';

/** Far above the 512 octets of RFC 5321 §4.5.3.1.5: some servers write whole paragraphs. */
const lineBytesMax = 4_096;
const linesMax = 100;

const lineForm = /^(?<code>[2-5][0-9]{2})(?:(?<more>[- ])(?<text>.*))?$/s;
const enhancedForm = /^(?<enhanced>[245]\.[0-9]{1,3}\.[0-9]{1,3})(?:\s+|$)/;
const lineFeed = 10;

export class ReplyReader {
  #rest: Buffer = Buffer.alloc(0);
  #code: number | undefined;
  #lines: string[] = [];

  /** Octets came that are no whole reply yet. */
  get hasRest(): boolean {
    return this.#rest.length > 0 || this.#lines.length > 0;
  }

  /** Gives each whole reply to `take` as long as that answers true; what is behind it stays. */
  push(octets: Buffer, take: (reply: SmtpReply) => boolean): ReplyFault | undefined {
    let rest = this.#rest.length === 0 ? octets : Buffer.concat([this.#rest, octets]);
    let goesOn = true;
    while (goesOn) {
      const end = rest.indexOf(lineFeed);
      if (end < 0 || end > lineBytesMax) break;
      const line = rest.subarray(0, end);
      rest = rest.subarray(end + 1);
      const read = this.#line(line);
      if (typeof read === 'string') return read;
      if (read !== undefined) goesOn = take(read);
    }
    // A copy: the octets are overwritten by the next read.
    this.#rest = Buffer.from(rest);
    return goesOn && rest.length > lineBytesMax ? 'line too long' : undefined;
  }

  #line(octets: Buffer): SmtpReply | ReplyFault | undefined {
    const found = lineForm.exec(octets.toString('utf8').replace(/\r$/, ''))?.groups;
    if (found === undefined) return 'no code';
    const code = Number(found['code']);
    if (this.#code !== undefined && this.#code !== code) return 'mixed codes';
    if (this.#lines.length >= linesMax) return 'too many lines';
    this.#code = code;
    this.#lines.push(printable(found['text'] ?? ''));
    if (found['more'] === '-') return undefined;
    const lines = this.#lines;
    this.#code = undefined;
    this.#lines = [];
    return withEnhanced(code, lines);
  }
}

/** The enhanced code stands on each line; its class is the reply's, or it is none. */
function withEnhanced(code: number, lines: readonly string[]): SmtpReply {
  const enhanced = enhancedForm.exec(lines[0] ?? '')?.groups?.['enhanced'] ?? '';
  if (!enhanced.startsWith(String(Math.floor(code / 100)))) return { code, enhanced: '', lines };
  const plain = lines.map((line) => line.replace(enhancedForm, ''));
  return { code, enhanced, lines: plain };
}

/** What a server writes is shown to people and put in logs. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').trimEnd();
}

/** As one line, for people. */
export function replyText({ lines }: SmtpReply, charactersMax = 500): string {
  return lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, charactersMax);
}

/** As it stood on the wire, for the record of a dialogue. */
export function replyLines({ code, enhanced, lines }: SmtpReply): readonly string[] {
  const prefix = enhanced === '' ? '' : `${enhanced} `;
  return lines.map((line, n) => `${code}${n === lines.length - 1 ? ' ' : '-'}${prefix}${line}`);
}
