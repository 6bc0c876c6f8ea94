/** What was erased since a copy was made is erased in the copy, as the lists outside the database tell. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type LoggedErasure, scopeOf } from '#accounts/erasing.ts';
import type { Config } from '#config.ts';
import { giveToFolderOwner } from '#core/folder-owner.ts';
import { erasureLogOf, logErasure, readErasures } from './erasure-log.ts';
import type { Installation } from './installation.ts';

/** The lists to go by: those that were named, and that of the data folder where it is there. */
export function erasureLogs(
  named: readonly string[],
  { dataFolder }: Pick<Config, 'dataFolder'>,
): readonly string[] {
  const own = path.resolve(erasureLogOf(dataFolder));
  const all = new Set(named.map((file) => path.resolve(file)));
  return existsSync(own) ? [...all.add(own)] : [...all];
}

/** Throws where a line cannot be read, before anything is erased: nobody may be left out. */
export async function readErasureLogs(
  logs: readonly string[],
  { sealer }: Pick<Installation, 'sealer'>,
): Promise<readonly LoggedErasure[]> {
  const read = await Promise.all(logs.map((log) => readErasures(log, sealer)));
  return read.flat();
}

/** In the folder's own list first, for the next copy; then in this one. How many erasures they were. */
export async function eraseAgain(
  logged: readonly LoggedErasure[],
  logs: readonly string[],
  { installation, config, atMs }: Repetition,
): Promise<number> {
  await keepErasures(logged, logs, { installation, config });
  const once = new Map(logged.map((each) => [nameOf(each), each]));
  for (const { accountId, subject } of once.values()) {
    const wanted = { who: subject, accountId: accountId ?? undefined };
    const scope = scopeOf(wanted, installation.pseudonyms);
    await installation.storage.erasures.erase(scope, { actor: 'restore', atMs });
  }
  return once.size;
}

type Repetition = {
  readonly installation: Installation;
  readonly config: Pick<Config, 'dataFolder'>;
  readonly atMs: number;
};

async function keepErasures(
  logged: readonly LoggedErasure[],
  [first]: readonly string[],
  { installation, config }: Omit<Repetition, 'atMs'>,
): Promise<void> {
  const { sealer } = installation;
  const own = erasureLogOf(config.dataFolder);
  if (first !== undefined && !existsSync(own)) {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
    await copyFile(first, own);
    giveToFolderOwner(own);
  }
  const standing = new Set((await readErasures(own, sealer)).map((each) => nameOf(each)));
  for (const each of logged) {
    if (standing.has(nameOf(each))) continue;
    await logErasure(own, each, sealer);
    standing.add(nameOf(each));
  }
}

/** Who was erased, where. */
function nameOf({ accountId, subject }: LoggedErasure): string {
  return JSON.stringify([accountId, subject]);
}
