/** `parley backup` and `parley restore`: the installation of a folder as one file. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { OlderSchema } from '#core/older-schema.ts';
import { lastBackupSetting } from '#doctor/copies.ts';
import { authorNow } from './author.ts';
import { type CommandContext, command, done, failed } from './command.ts';
import { eraseAgain, erasureLogs, readErasureLogs } from './erasing-again.ts';
import { maybe, needed } from './option.ts';
import { restored } from './restored.ts';
import { filePath, filePaths } from './written-values.ts';

const onServer =
  'This installation is on a PostgreSQL server: back it up with pg_dump, and after pg_restore run "parley restored" before a server starts';

const backup = command({
  name: 'backup',
  sentence:
    'Copies the installation of a folder into one new file, while a server runs on it; never the master key.',
  takes: { file: needed(filePath, 'FILE', 'Where to; it must not exist yet.') },
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
    return ['The database is of an older version, so it does not say when it was backed up'];
  }
}

const restore = command({
  name: 'restore',
  sentence: 'Puts a backup into a folder that has no installation.',
  takes: { file: needed(filePath, 'FILE', 'What `parley backup` has written.') },
  options: {
    erasures: maybe(
      filePaths,
      'FILES',
      'Who has been erased since: erasures.jsonl of the lost installation, or several with commas between. That in the folder counts too.',
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
        `${logs.join(' and ')} says who was erased: put the master key at ${key} first, to repeat that`,
      );
    }
    const { bytes, schema } = (await backups()).restore(file, config.dataFolder);
    const erased = logs.length > 0 ? await repeatErasures(logs, { config, clock, open }) : 0;
    const text = `${config.dataFolder} holds what was in ${file}: ${megabytes(bytes)}.
Before a server starts there, put the master key of that installation at ${key}.
What was owed when the backup was taken will be sent, also what the lost installation has sent since.
${erased > 0 ? `${erased} erasures of people are repeated.\n` : ''}`;
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

export const backupCommands = [backup, restore, restored];
