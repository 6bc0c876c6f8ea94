/** `parley backup` and `parley restore`: the installation of a folder as one file. */
import path from 'node:path';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';
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
    await installation.storage.settings.saveSetting(lastBackupSetting, `${clock.nowMs()}`);
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
  options: {},
  async run({ file }, { config, backups }) {
    if (config.database.kind === 'server') return failed(onServer);
    const { bytes, schema } = backups.restore(file, config.dataFolder);
    const key = path.resolve(config.masterKeyFile);
    const text = `${config.dataFolder} holds what was in ${file}: ${megabytes(bytes)}.
Before a server starts there, put the master key of that installation at ${key}.
What was owed when the backup was taken will be sent, also what the lost installation has sent since.
`;
    const json = { folder: path.resolve(config.dataFolder), bytes, schema, masterKeyFile: key };
    return done(text, json);
  },
});

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const backupCommands = [backup, restore];
