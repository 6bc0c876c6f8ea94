/** `parley backup` and `parley restore`: the installation of a folder as one file. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { OlderSchema } from '#core/older-schema.ts';
import { lastBackupSetting, lastRestoreSetting } from '#doctor/copies.ts';
import { authorNow } from './author.ts';
import { type CommandContext, command, done, failed } from './command.ts';
import { eraseAgain, erasureLogs, readErasureLogs } from './erasing-again.ts';
import type { Installation } from './installation.ts';
import { maybe, needed } from './option.ts';
import { filePath, filePaths } from './written-values.ts';

const onServer =
  'This installation uses PostgreSQL: back it up with pg_dump. After pg_restore, run "parley restored" before you start a server';

const backup = command({
  name: 'backup',
  sentence:
    'Copies an installation in a folder to a new file, also while its server runs. The master key is not copied.',
  takes: { file: needed(filePath, 'FILE', 'File to create; it must not exist.') },
  options: {},
  async run({ file }, { backups, clock, config, open }) {
    if (config.database.kind === 'server') return failed(onServer);
    const { bytes, schema } = (await backups()).backUp(config.dataFolder, file);
    const warnings = await noteBackup(bytes, { clock, open });
    const key = path.resolve(config.masterKeyFile);
    const text = `${file} holds the installation in ${config.dataFolder}: ${megabytes(bytes)}, read back and found sound.
Without the master key nobody can use it. Keep that elsewhere: ${key}
`;
    return done(text, { file: path.resolve(file), bytes, schema, masterKeyFile: key }, warnings);
  },
});

/** Before an upgrade the copy matters, and not that the doctor knows of it. */
async function noteBackup(bytes: number, { clock, open }: Pick<CommandContext, 'clock' | 'open'>) {
  try {
    await using installation = await open();
    const { settings, audit } = installation.storage;
    await settings.saveSetting(lastBackupSetting, `${clock.nowMs()}`);
    const noted = { action: 'backup.made', target: '', accountId: null, details: { bytes } };
    await audit.note(authorNow(clock), noted);
    return [];
  } catch (error) {
    if (!(error instanceof OlderSchema)) throw error;
    return [
      'The database has an older version, so the time of this backup could not be stored in it',
    ];
  }
}

const restore = command({
  name: 'restore',
  sentence: 'Restores a backup into a folder without an installation.',
  takes: { file: needed(filePath, 'FILE', 'File that `parley backup` has created.') },
  options: {
    erasures: maybe(
      filePaths,
      'FILES',
      'People erased since the backup: erasures.jsonl of the lost installation, or several files separated by commas. The file in the folder is used, too.',
    ),
  },
  async run({ file, erasures }, { config, backups, clock, open }) {
    if (config.database.kind === 'server') return failed(onServer);
    const key = path.resolve(config.masterKeyFile);
    const missing = erasures?.find((named) => !existsSync(named));
    if (missing !== undefined) return failed(`There is no file ${missing}`);
    const logs = erasureLogs(erasures ?? [], config);
    if (logs.length > 0 && !existsSync(key)) {
      return failed(
        `${logs.join(' and ')} lists erased people: copy the master key to ${key} first, so that the erasures can be repeated`,
      );
    }
    const { bytes, schema } = (await backups()).restore(file, config.dataFolder);
    const erased = logs.length > 0 ? await repeatErasures(logs, { config, clock, open }) : 0;
    const text = `${config.dataFolder} holds what was in ${file}: ${megabytes(bytes)}.
Before a server starts there, put the master key of that installation at ${key}.
What was owed when the backup was taken will be sent, also what the lost installation has sent since.
${erased > 0 ? `${erased} erasures were repeated.\n` : ''}`;
    const folder = path.resolve(config.dataFolder);
    const json = { folder, bytes, schema, masterKeyFile: key, erased };
    return done(text, json);
  },
});

async function repeatErasures(
  logs: readonly string[],
  { config, clock, open }: Pick<CommandContext, 'config' | 'clock' | 'open'>,
): Promise<number> {
  await using installation = await open({ isRestored: true });
  const logged = await readErasureLogs(logs, installation);
  return await eraseAgain(logged, logs, { installation, config, atMs: clock.nowMs() });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `parley restored`: what a database that pg_restore has filled needs before a server starts on it. */
const restored = command({
  name: 'restored',
  sentence:
    'Completes a pg_restore, before a server starts: prevents ids from being used twice, and repeats the erasure of people.',
  takes: {},
  options: {
    erasures: maybe(
      filePaths,
      'FILES',
      'People erased since the backup: erasures.jsonl of each process, separated by commas. The file in the data folder is used, too.',
    ),
  },
  async run({ erasures = [] }, { config, clock, open }) {
    if (config.database.kind === 'folder') {
      return failed(
        'Not needed for an installation in a folder: "parley restore" does this itself',
      );
    }
    const missing = erasures.find((file) => !existsSync(file));
    if (missing !== undefined) return failed(`There is no file ${missing}`);
    await using installation = await open({ isRestored: true });
    const logs = erasureLogs(erasures, config);
    const logged = await readErasureLogs(logs, installation);
    const { ids, settings, audit } = installation.storage;
    if (!(await ids.skipIds())) return failed(await whoRuns(installation));
    const erased = await eraseAgain(logged, logs, { installation, config, atMs: clock.nowMs() });
    await settings.saveSetting(lastRestoreSetting, `${clock.nowMs()}`);
    const noted = { action: 'backup.restored', target: '', accountId: null, details: { erased } };
    await audit.note(authorNow(clock), noted);
    const text = `Ids go on a thousand million further on. Erasures of people that are repeated: ${erased}.
What was owed when the dump was taken will be sent, also what was sent since.
`;
    return done(text, { erased, logs }, logs.length === 0 ? [noList] : []);
  },
});

const noList =
  'No erasures.jsonl was found or given: people erased since the dump was taken are in the database again';

/** The last to be seen; one that was seen shortly before the dump looks the same for a while. */
async function whoRuns({ storage }: Installation): Promise<string> {
  const { processes, nowMs } = await storage.leases.view();
  const [last] = processes.toSorted((a, b) => b.seenAtMs - a.seenAtMs);
  const who = last === undefined ? 'A process' : `Process ${last.id} on ${last.host}`;
  const ago = Math.max(0, Math.round((nowMs - (last?.seenAtMs ?? nowMs)) / 1_000));
  return `${who} was seen ${ago} s ago: stop all processes, and try again 90 s later`;
}

export const backupCommands = [backup, restore, restored];
