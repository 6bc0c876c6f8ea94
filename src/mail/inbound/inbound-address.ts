/** Who mail from outside may be written to: what we have given out ourselves, and what RFC 2142 asks of a domain. */
import type { MailTokens } from '../tokens.ts';

export type InboundAddress =
  /** A mail's return path. */
  | { readonly kind: 'bounce'; readonly mailId: number }
  /** What a mail says to write to, to get no more of it. */
  | { readonly kind: 'unsubscribe'; readonly mailId: number }
  /** Where providers send complaints to. */
  | { readonly kind: 'feedback' }
  | { readonly kind: 'people'; readonly name: string };

export type AddressPorts = {
  readonly tokens: Pick<MailTokens, 'readToken'>;
  /** A domain that mail is sent from here, or its return path's. */
  readonly isOurs: (domain: string) => boolean | Promise<boolean>;
};

const tokenForm = /^(?<purpose>[bu])\+(?<token>[a-z2-7]{29})$/i;
const purposes = { b: 'bounce', u: 'unsubscribe' } as const;

/** Undefined for everybody else: nothing is passed on from here. */
export async function readInboundAddress(
  address: string,
  { tokens, isOurs }: AddressPorts,
): Promise<InboundAddress | undefined> {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  const { purpose, token } = tokenForm.exec(local)?.groups ?? {};
  if (token !== undefined) {
    // Who has the token was written to from here: its domain tells nothing more.
    const kind = purposes[purpose as keyof typeof purposes];
    const mailId = tokens.readToken(kind, token);
    return mailId === undefined ? undefined : { kind, mailId };
  }
  // RFC 5321 §4.5.1: this name alone is written without a domain, and means the server's own.
  if (address.toLowerCase() === 'postmaster') return { kind: 'people', name: 'postmaster' };
  const isKnown = local === 'fbl' || local === 'postmaster' || local === 'abuse';
  if (!isKnown || !(await isOurs(address.slice(at + 1).toLowerCase()))) return undefined;
  return local === 'fbl' ? { kind: 'feedback' } : { kind: 'people', name: local };
}
