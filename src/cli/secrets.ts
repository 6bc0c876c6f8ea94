/** `parley secrets …`: another master key in the place of the one in use. */
import { line } from '#core/value-kind.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';

const meanwhile =
  'Somebody else has changed the keys at the same moment: look at the audit, and do it again.';

const rotate = command({
  name: 'secrets rotate',
  sentence: 'Makes another master key in a file; it and the one in use both open the installation.',
  takes: { file: needed(line(1_000), 'FILE', 'Where the new one goes; it must not be there yet.') },
  options: {},
  async run({ file }, { open, clock }) {
    await using installation = await open();
    const key = await installation.masterKeys.rotate(file, authorNow(clock));
    if (key === undefined) return failed(meanwhile);
    const text = `${file} holds the new master key ${key}. Keep a copy of it, have every process start with it
(PARLEY_MASTER_KEY_FILE), and end the old one then: parley secrets retire\n`;
    return done(text, { key, file });
  },
});

const retire = command({
  name: 'secrets retire',
  sentence:
    'Ends every master key but the one in use, which is the one that this command is given.',
  takes: {},
  options: {},
  async run(_values, { open, clock }) {
    await using installation = await open();
    const retired = await installation.masterKeys.retire(authorNow(clock));
    if (retired === undefined) return failed(meanwhile);
    const warnings = retired.outlives
      ? [
          'This installation is older than keys that can be replaced: its first master key opens its secrets for ever.',
        ]
      : [];
    return done('Only the master key in use opens the installation now.\n', retired, warnings);
  },
});

export const secretCommands = [rotate, retire];
