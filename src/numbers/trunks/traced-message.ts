/** A SIP message of a trunk as an administrator sees it: what it carried, without what signs in. */

export type NewTracedMessage = {
  readonly trunkId: number;
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  /** `udp 192.0.2.1:5060`. */
  readonly peer: string;
  readonly text: string;
};

export type TracedMessage = NewTracedMessage & { readonly id: number };

/** A trace that nobody ends ends by itself: it is for looking, not for keeping. */
export const traceMinutesMax = 15;

/** Of one message; what is longer is cut. */
const charactersMax = 8_192;

const lineBreak = '(?:\\r\\n|\\n|\\r)';
/** RFC 3261 §7.3.1: a line that begins with white space continues the one before it. */
const credentials = new RegExp(
  `(?<=^|[\\r\\n])((?:proxy-)?authorization[ \\t]*:)[^\\r\\n]*(?:${lineBreak}[ \\t][^\\r\\n]*)*`,
  'gi',
);
/** RFC 4568 §9.1: keys of encrypted audio stand in the description. */
const mediaKeys = /(?<=^|[\r\n])(a=crypto:)[^\r\n]*/gi;

/** Credentials are taken out before the text is cut: half of one is one too. */
export function traceText(octets: Buffer): string {
  return octets
    .toString('utf8')
    .replace(credentials, '$1 (removed)')
    .replace(mediaKeys, '$1(removed)')
    .slice(0, charactersMax);
}
