/** A domain that an account sends from, its keys, and addresses that may send without one. */
import type { DomainName, EmailAddress } from '#core/email-address.ts';
import type { KeyRecords } from '../dkim/verify.ts';

export type KeyKind = 'rsa' | 'ed25519';

/**
 * ```
 *   next ──► current ──► old     a key is in the DNS before it signs, and for a week after
 * ```
 */
type KeyRole = 'current' | 'next' | 'old';

export type DomainKey = {
  /** `s1`, `s2` … for RSA, `e1` for Ed25519. */
  readonly selector: string;
  readonly kind: KeyKind;
  readonly role: KeyRole;
  /** What `p=` says. */
  readonly publicKey: string;
  /** The private key, sealed for its account, domain and selector. */
  readonly sealed: string;
  /** When it signed last; null before. */
  readonly retiredAtMs: number | null;
};

export type MailDomain = {
  readonly id: number;
  readonly accountId: number;
  readonly name: DomainName;
  readonly keys: readonly DomainKey[];
  /** Grows with each rotation of its keys. */
  readonly rotation: number;
  readonly createdAtMs: number;
  /** When its account proved it by the DNS; of several accounts the first one has it. */
  readonly verifiedAtMs: number | null;
  /** Since when bounces to `b.` and its name come back here; null: they do not. */
  readonly returnPathAtMs: number | null;
  /** When the DNS was asked last whether the proof still stands there; 0: never. */
  readonly proofCheckedAtMs: number;
  /** Since when the DNS has had none of its keys; a domain that lost its proof by that keeps it. */
  readonly proofMissingAtMs: number | null;
  /** What is sent from it stays in the catcher, whatever the mode of the server. */
  readonly staysHere: boolean;
};

/** An address that its account may send from although nobody proved its domain: its relay signs. */
export type MailSender = {
  readonly accountId: number;
  readonly address: EmailAddress;
  readonly name: string;
  /** What sends that name no sender go out as. */
  readonly isDefault: boolean;
  readonly createdAtMs: number;
};

/** Of an account; more are no sender's own. */
export const domainsMax = 1_000;

/** Where the record of a key stands. */
export function keyRecordName({ selector }: DomainKey, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/** RFC 6376 §3.6.1 and RFC 8463 §4. */
export function keyRecordText({ kind, publicKey }: DomainKey): string {
  return `v=DKIM1; k=${kind}; p=${publicKey}`;
}

/** What the DNS is asked to say of these: a mail may be looked at before that is done. */
export function keyRecordsOf(domains: readonly Pick<MailDomain, 'name' | 'keys'>[]): KeyRecords {
  return (name, selector) =>
    domains
      .filter((domain) => domain.name === name)
      .flatMap(({ keys }) => keys.filter((key) => key.selector === selector))
      .map(keyRecordText);
}
