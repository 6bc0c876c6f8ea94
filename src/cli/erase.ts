/** `parley erase`: what is kept of a person is exported and erased; a certificate says what was done. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Erased, ErasureScope, ErasureSubject } from '#accounts/erasure-store.ts';
import { type ErasurePart, erasureParts } from '#core/erased.ts';
import { maskPhone } from '#core/log.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, misused } from './command.ts';
import { erasureLogOf, logErasure, type WrittenSubject } from './erasure-log.ts';
import type { Installation } from './installation.ts';
import { maybe, toggle } from './option.ts';
import { fields } from './text-table.ts';
import { email, filePath, id, internationalPhone } from './written-values.ts';

export const erase = command({
  name: 'erase',
  sentence:
    'Erases what is kept of a person, by phone or email address; lists of who wants nothing keep a hash.',
  takes: {},
  options: {
    phone: maybe(internationalPhone, 'PHONE', 'Such as +33612345678.'),
    email: maybe(email, 'ADDRESS', 'Or an email address.'),
    account: maybe(id, 'ID', 'Of this account alone. Default: of all.'),
    dryRun: toggle('Says what would be erased, and erases nothing.'),
    export: maybe(filePath, 'FILE', 'Writes what is kept into a new file as JSON, before.'),
  },
  async run(values, { clock, config, open }) {
    const { phone, email: written, account: accountId, dryRun, export: file } = values;
    if ((phone === undefined) === (written === undefined)) {
      return misused('Either --phone or --email says whom');
    }
    const who: WrittenSubject =
      phone === undefined
        ? { kind: 'email', address: (written ?? '').normalize('NFC').toLowerCase() }
        : { kind: 'phone', phone };
    await using installation = await open();
    const { accounts } = installation.storage;
    if (accountId !== undefined && (await accounts.findAccount(accountId)) === undefined) {
      return noAccount(accountId);
    }
    const scope = { subject: subjectOf(who, installation), accountId };
    const kept = await gather(scope, installation);
    if (file !== undefined) await writeFile(file, exported(kept), { flag: 'wx', mode: 0o600 });
    if (dryRun) {
      const underWay = await installation.storage.erasures.countUnderWay(scope);
      const counts = countsOf(kept);
      return done(shown({ counts, hashed: 0, underWay }, scope), { wouldErase: counts, underWay });
    }
    const author = authorNow(clock);
    const at = new Date(author.atMs).toISOString();
    const logged = { at, by: author.actor, accountId: accountId ?? null, subject: who };
    await logErasure(erasureLogOf(config.dataFolder), logged, installation.sealer);
    const erased = await installation.storage.erasures.erase(scope, author);
    const certificate = certify(erased, scope, { at, by: author.actor });
    return done(shown(erased, scope), certificate);
  },
});

function subjectOf(
  who: WrittenSubject,
  { pseudonyms }: Pick<Installation, 'pseudonyms'>,
): ErasureSubject {
  return who.kind === 'phone'
    ? { ...who, pseudonym: pseudonyms.ofPhone(who.phone) }
    : { ...who, pseudonym: pseudonyms.ofAddress(who.address) };
}

type Kept = ReadonlyMap<ErasurePart, readonly object[]>;

async function gather(scope: ErasureScope, { storage }: Installation): Promise<Kept> {
  const kept = new Map<ErasurePart, object[]>();
  for await (const { part, rows } of storage.erasures.find(scope)) {
    const all = kept.get(part) ?? [];
    all.push(...rows);
    kept.set(part, all);
  }
  return kept;
}

function exported(kept: Kept): string {
  return `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`;
}

function countsOf(kept: Kept): Erased['counts'] {
  const counts = erasureParts.map((part) => [part, kept.get(part)?.length ?? 0]);
  return Object.fromEntries(counts) as Erased['counts'];
}

/** Its hash tells whether somebody has changed it since; whom it is about it says by the pseudonym. */
function certify(
  { counts, hashed, underWay }: Erased,
  { subject, accountId }: ErasureScope,
  done_: { readonly at: string; readonly by: string },
): object {
  const { kind, pseudonym } = subject;
  const erased = { kind, pseudonym };
  const certificate = { erased, accountId: accountId ?? null, ...done_, counts, hashed, underWay };
  const sha256 = createHash('sha256').update(JSON.stringify(certificate)).digest('hex');
  return { certificate, sha256 };
}

function shown({ counts, hashed, underWay }: Erased, { subject }: ErasureScope): string {
  const whom = subject.kind === 'phone' ? maskPhone(subject.phone) : 'the address';
  const rows = erasureParts.map((part) => [part, String(counts[part])] as const);
  const table = fields([...rows, ['hashed on lists', String(hashed)]]);
  const rest =
    underWay === 0
      ? ''
      : `${underWay} to ${whom} have not ended yet: erase again when they have, in three days at most.\n`;
  return `${table}${rest}`;
}

/** What was erased since a copy was made is erased in the copy. How many there were. */
export async function repeatErasures(
  logged: readonly { readonly accountId: number | null; readonly subject: WrittenSubject }[],
  installation: Installation,
  atMs: number,
): Promise<number> {
  for (const { accountId, subject } of logged) {
    const scope = { subject: subjectOf(subject, installation), accountId: accountId ?? undefined };
    await installation.storage.erasures.erase(scope, { actor: 'restore', atMs });
  }
  return logged.length;
}
