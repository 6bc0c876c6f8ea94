/** `parley erase`: what is kept of a person is exported and erased; a certificate says what was done. */

import { writeFile } from 'node:fs/promises';
import {
  type ErasurePorts,
  erasePerson,
  previewErasure,
  readEmailSubject,
  scopeOf,
  type Wanted,
  type WrittenSubject,
} from '#accounts/erasing.ts';
import type { Erased, ErasureScope } from '#accounts/erasure-store.ts';
import type { Config } from '#config.ts';
import { type ErasurePart, erasureParts } from '#core/erased.ts';
import { maskPhone } from '#core/log.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import { erasureLogOf, logErasure } from './erasure-log.ts';
import type { Installation } from './installation.ts';
import { maybe, toggle } from './option.ts';
import { fields } from './text-table.ts';
import { email, filePath, id, internationalPhone } from './written-values.ts';

export const erase = command({
  name: 'erase',
  sentence:
    'Erases the data of a person, by phone or email address. Opt-out and suppression lists keep a hash.',
  takes: {},
  options: {
    phone: maybe(internationalPhone, 'PHONE', 'Such as +33612345678.'),
    email: maybe(email, 'ADDRESS', 'Or an email address.'),
    account: maybe(id, 'ID', 'Only in this account. Default: in all.'),
    dryRun: toggle('Shows what would be erased, without erasing it.'),
    export: maybe(filePath, 'FILE', 'Exports the data to a new JSON file first.'),
  },
  async run(values, { clock, config, open }) {
    const { phone, email: written, account: accountId, dryRun, export: file } = values;
    if ((phone === undefined) === (written === undefined)) {
      return misused('Give either --phone or --email');
    }
    const who: WrittenSubject =
      phone === undefined ? readEmailSubject(written ?? '') : { kind: 'phone', phone };
    await using installation = await open();
    const { accounts } = installation.storage;
    if (accountId !== undefined && (await accounts.findAccount(accountId)) === undefined) {
      return noAccount(accountId);
    }
    const wanted = { who, accountId };
    const ports = erasurePorts(installation, config);
    if (file !== undefined) await exportTo(file, wanted, installation);
    if (dryRun) {
      const { counts, underWay } = await previewErasure(wanted, ports);
      const text = shown({ counts, hashed: 0, underWay }, who);
      return done(text, { wouldErase: counts, underWay });
    }
    const certified = await erasePerson(wanted, authorNow(clock), ports);
    return done(shown(certified.certificate, who), certified);
  },
});

function erasurePorts(
  { storage, pseudonyms, sealer }: Installation,
  { dataFolder }: Pick<Config, 'dataFolder'>,
): ErasurePorts {
  const note: ErasurePorts['note'] = (erasure) =>
    logErasure(erasureLogOf(dataFolder), erasure, sealer);
  return { erasures: storage.erasures, pseudonyms, note };
}

async function exportTo(file: string, wanted: Wanted, installation: Installation): Promise<void> {
  const kept = await gather(scopeOf(wanted, installation.pseudonyms), installation);
  await writeFile(file, exported(kept), { flag: 'wx', mode: 0o600 });
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

function shown({ counts, hashed, underWay }: Erased, who: WrittenSubject): string {
  const whom = who.kind === 'phone' ? maskPhone(who.phone) : 'the address';
  const rows = erasureParts.map((part) => [part, String(counts[part])] as const);
  const table = fields([...rows, ['hashed on lists', String(hashed)]]);
  const rest =
    underWay === 0
      ? ''
      : `${underWay} to ${whom} are still in progress: erase again when they have ended, in three days at most.\n`;
  return `${table}${rest}`;
}

/** What commands say where no account has that number. */
function noAccount(wanted: number): Outcome {
  return failed(`There is no account ${wanted}`);
}
