/** Email addresses: from whatever a client writes to one that a mail server can be asked for. */
import { domainToASCII } from 'node:url';
import type { Brand } from './brand.ts';

/**
 * `local@domain`: a dot-atom, also of characters beyond ASCII, and a name of at least two labels, in lower
 * case and as A-labels. Only its parser makes one.
 */
export type EmailAddress = Brand<string, 'EmailAddress'>;

/** A host or sending domain of at least two labels, in lower case and as A-labels. */
export type DomainName = Brand<string, 'DomainName'>;

// RFC 5321 §4.5.3.1: 64 octets before the @, and a path of 256, brackets included.
const addressOctetsMax = 254;
const localOctetsMax = 64;
/** RFC 1035 §2.3.4: 255 octets on the wire, of which the first length and the root take two. */
const domainOctetsMax = 253;

/** RFC 5322 §3.2.3 and RFC 6532 §3.2. A quoted local part is no address anybody types, and is refused. */
const dotAtom =
  /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10FFFF}]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10FFFF}]+)*$/u;
/** No space of any alphabet, no control, no lone surrogate, nothing that changes a line's direction. */
const unwritable = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A last label of digits is an address of IPv4. */
const hostName = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`);
const readAsciiDomain = /^[a-z0-9.-]+$/;

export function parseEmailAddress(text: string): EmailAddress | undefined {
  if (text.length > addressOctetsMax) return undefined;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!dotAtom.test(local) || unwritable.test(local)) return undefined;
  if (Buffer.byteLength(local) > localOctetsMax) return undefined;
  const domain = parseDomainName(text.slice(at + 1));
  if (domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return Buffer.byteLength(address) <= addressOctetsMax ? (address as EmailAddress) : undefined;
}

export function parseDomainName(text: string): DomainName | undefined {
  if (text.length > domainOctetsMax || unwritable.test(text) || text.includes('%'))
    return undefined;
  const lower = text.toLowerCase();
  const ascii = readAsciiDomain.test(lower) ? lower : domainToASCII(lower);
  if (ascii.length > domainOctetsMax || !hostName.test(ascii)) return undefined;
  return ascii as DomainName;
}

/** Behind the last `@`, as it is written. */
export function domainOf(address: EmailAddress): DomainName;
export function domainOf(address: string): string;
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** RFC 6531: the server that takes it must have offered SMTPUTF8. */
export function needsSmtpUtf8(address: EmailAddress): boolean {
  return /[^\p{ASCII}]/u.test(address);
}
