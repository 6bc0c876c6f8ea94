/** `parley backup` and `parley restore`: the installation of a folder as one file. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { authorNow } from './author.ts';
import { command, type Desk, done, failed } from './command.ts';
import { repeatErasures } from './erase.ts';
import { erasureLogOf, readErasures } from './erasure-log.ts';
import { maybe, needed } from './option.ts';
import { filePath } from './written-values.ts';

/** When the last backup was taken, in ms: the doctor asks. */
export const lastBackupSetting = 'backup.taken_at';

const onServer =
  'This installation is on a PostgreSQL server: back it up with pg_dump, which takes one snapshot too';

const backup = command({
  name: 'backup',
  sentence:
    'Copies the installation of a folder into one new file, while a server runs on it; never the master key.',
  takes: { file: needed(filePath, 'FILE', 'Where to; it must not exist yet.') },
  options: {},
  async run({ file }, { backups, clock, config, open }) {
    if (config.database.kind === 'server') return failed(onServer);
    const { bytes, schema } = backups.backUp(config.dataFolder, file);
    await using installation = await open();
    const { settings, audit } = installation.storage;
    await settings.saveSetting(lastBackupSetting, `${clock.nowMs()}`);
    const noted = { action: 'backup.made', target: '', accountId: null, details: { bytes } };
    await audit.note(authorNow(clock), noted);
    const key = path.resolve(config.masterKeyFile);
    const text = `${file} holds the installation in ${config.dataFolder}: ${megabytes(bytes)}, read back and found sound.
Without the master key nobody can use it. Keep that elsewhere: ${key}
`;
    return done(text, { file: path.resolve(file), bytes, schema, masterKeyFile: key });
  },
});

const restore = command({
  name: 'restore',
  sentence: 'Puts a backup into a folder that has no installation.',
  takes: { file: needed(filePath, 'FILE', 'What `parley backup` has written.') },
  options: {
    erasures: maybe(
      filePath,
      'FILE',
      'Who has been erased since: erasures.jsonl of the lost installation. Default: that in the folder, if any.',
    ),
  },
  async run({ file, erasures }, { config, backups, clock, open }) {
    if (config.database.kind === 'server') return failed(onServer);
    const key = path.resolve(config.masterKeyFile);
    const log = erasures ?? erasureLogOf(config.dataFolder);
    const hasLog = existsSync(log);
    if (erasures !== undefined && !hasLog) return failed(`There is no file ${erasures}`);
    if (hasLog && !existsSync(key)) {
      return failed(
        `${log} says who was erased: put the master key at ${key} first, to repeat that`,
      );
    }
    const { bytes, schema } = backups.restore(file, config.dataFolder);
    const erased = hasLog ? await eraseAgain(log, { config, clock, open }) : 0;
    const text = `${config.dataFolder} holds what was in ${file}: ${megabytes(bytes)}.
Before a server starts there, put the master key of that installation at ${key}.
What was owed when the backup was taken will be sent, also what the lost installation has sent since.
${erased > 0 ? `${erased} erasures of people are repeated.\n` : ''}`;
    const folder = path.resolve(config.dataFolder);
    const json = { folder, bytes, schema, masterKeyFile: key, erased };
    return done(text, json);
  },
});

/** In the restored copy, and in the folder's own list where it came from elsewhere. */
async function eraseAgain(
  log: string,
  { config, clock, open }: Pick<Desk, 'config' | 'clock' | 'open'>,
): Promise<number> {
  await using installation = await open();
  const logged = await readErasures(log, installation.sealer);
  const own = erasureLogOf(config.dataFolder);
  if (path.resolve(log) !== path.resolve(own)) await copyFile(log, own);
  return await repeatErasures(logged, installation, clock.nowMs());
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const backupCommands = [backup, restore];
