/** Erasing a person, by people who may: what it would do, then what was done, with a certificate. */
import { createHash } from 'node:crypto';
import type { Author } from '#core/author.ts';
import { type ErasurePart, erasureParts, type Pseudonyms } from '#core/erased.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Erased, ErasureScope, ErasureStore } from './erasure-store.ts';

/** Whom, as people write it. */
export type WrittenSubject =
  | { readonly kind: 'phone'; readonly phone: PhoneNumber }
  /** In lower case. */
  | { readonly kind: 'email'; readonly address: string };

/** As it is noted outside the database, before anything is erased: an older copy is made to forget as well. */
export type LoggedErasure = {
  readonly at: string;
  readonly by: string;
  readonly accountId: number | null;
  readonly subject: WrittenSubject;
};

export type ErasurePorts = {
  readonly erasures: Pick<ErasureStore, 'find' | 'countUnderWay' | 'erase'>;
  readonly pseudonyms: Pseudonyms;
  readonly note: (erasure: LoggedErasure) => Promise<void>;
};

export type Wanted = { readonly who: WrittenSubject; readonly accountId: number | undefined };

export type Certificate = Erased & {
  /** By the pseudonym alone. */
  readonly erased: { readonly kind: WrittenSubject['kind']; readonly pseudonym: string };
  readonly accountId: number | null;
  readonly at: string;
  readonly by: string;
};

/** Its hash tells whether somebody has changed it since. */
export type Certified = { readonly certificate: Certificate; readonly sha256: string };

export function readEmailSubject(address: string): WrittenSubject {
  return { kind: 'email', address: address.normalize('NFC').toLowerCase() };
}

export function scopeOf({ who, accountId }: Wanted, pseudonyms: Pseudonyms): ErasureScope {
  const subject =
    who.kind === 'phone'
      ? { ...who, pseudonym: pseudonyms.ofPhone(who.phone) }
      : { ...who, pseudonym: pseudonyms.ofAddress(who.address) };
  return { subject, accountId };
}

/** What would be erased, and what has not ended yet and would stay. */
export async function previewErasure(
  wanted: Wanted,
  { erasures, pseudonyms }: ErasurePorts,
): Promise<Pick<Erased, 'counts' | 'underWay'>> {
  const scope = scopeOf(wanted, pseudonyms);
  const counts = noCounts();
  for await (const { part, rows } of erasures.find(scope)) counts[part] += rows.length;
  return { counts, underWay: await erasures.countUnderWay(scope) };
}

export async function erasePerson(
  wanted: Wanted,
  author: Author,
  { erasures, pseudonyms, note }: ErasurePorts,
): Promise<Certified> {
  const accountId = wanted.accountId ?? null;
  const done = { at: new Date(author.atMs).toISOString(), by: author.actor };
  await note({ ...done, accountId, subject: wanted.who });
  const scope = scopeOf(wanted, pseudonyms);
  const { counts, hashed, underWay } = await erasures.erase(scope, author);
  const { kind, pseudonym } = scope.subject;
  const erased = { kind, pseudonym };
  const certificate = { erased, accountId, ...done, counts, hashed, underWay };
  const sha256 = createHash('sha256').update(JSON.stringify(certificate)).digest('hex');
  return { certificate, sha256 };
}

function noCounts(): Record<ErasurePart, number> {
  const counts = erasureParts.map((part) => [part, 0]);
  return Object.fromEntries(counts) as Record<ErasurePart, number>;
}
