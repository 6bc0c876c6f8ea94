/** Mailboxes in a header field: `Ann Lee <ann@example.com>`. */
import { domainToASCII } from 'node:url';
import type { Mailbox } from './email-content.ts';
import { cleanLine, encodedWords } from './header-text.ts';

const lineMax = 78;
/** RFC 5322 §3.4: a phrase of atoms needs no quotes. */
const atoms = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?: [A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;
/** A longer one would make a line that cannot be folded. */
const quotedMax = 200;

export function writeMailbox(field: string, { address, name = '' }: Mailbox): string {
  const start = `${field}: `;
  const specification = asciiDomainAddress(address);
  const display = cleanLine(name).trim();
  if (display === '') return start + specification;
  const phrase = writePhrase(display, start.length);
  const lastLine = (start + phrase).split('\r\n').at(-1) ?? '';
  const fits = lastLine.length + specification.length + 3 <= lineMax;
  return `${start}${phrase}${fits ? ' ' : '\r\n '}<${specification}>`;
}

/** RFC 5322 §3.4: a list with commas, a mailbox on each line. */
export function writeMailboxes(field: string, mailboxes: readonly Mailbox[]): string {
  const lines = mailboxes.map((mailbox) => writeMailbox(field, mailbox));
  return [lines[0] ?? '', ...lines.slice(1).map((line) => line.slice(field.length + 1))].join(
    ',\r\n',
  );
}

/** RFC 2047 §5: an encoded word never stands between quotes. */
function writePhrase(display: string, used: number): string {
  const isAscii = /^[\x20-\x7e]*$/.test(display);
  if (!isAscii || display.includes('=?') || display.length > quotedMax) {
    return encodedWords(display, used);
  }
  if (atoms.test(display)) return display;
  return `"${display.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** RFC 5890: the domain as A-labels, which every server takes; the local part is nobody's to change. */
export function asciiDomainAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return /^[\x21-\x7e]*$/.test(domain) ? address : address.slice(0, at) + domainToASCII(domain);
}
