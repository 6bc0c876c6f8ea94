/** `parley secrets …`: other keys in the place of those in use. */
import { line } from '#core/value-kind.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';

const meanwhile =
  'Another change of the keys was made at the same time. Check the audit log and try again.';

const begun = `The servers seal every secret with a new key from here on; the former one
goes a day later, when nothing is sealed with it any more: parley audit list\n`;

const rotate = command({
  name: 'secrets rotate',
  sentence:
    'Creates a new master key in a file. Both it and the current key open the installation.',
  takes: { file: needed(line(1_000), 'FILE', 'File to create; it must not exist.') },
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
  sentence: 'Ends every master key except the one that this command uses.',
  takes: {},
  options: {},
  async run(_values, { open, clock }) {
    await using installation = await open();
    const retired = await installation.masterKeys.retire(authorNow(clock));
    if (retired === undefined) return failed(meanwhile);
    const text = retired.isBegun
      ? `Only the master key in use opens the installation now. ${begun}`
      : 'Only the master key in use opens the installation now.\n';
    return done(text, retired);
  },
});

const reseal = command({
  name: 'secrets reseal',
  sentence: 'Encrypts every stored secret with a new sealing key, while servers run.',
  takes: {},
  options: {},
  async run(_values, { open, clock }) {
    await using installation = await open();
    const isBegun = await installation.masterKeys.reseal(authorNow(clock));
    if (isBegun) return done(begun, { isBegun });
    return failed(
      'A reseal is in progress already, or two master keys open the installation; in that case, run parley secrets retire first',
    );
  },
});

export const secretCommands = [rotate, retire, reseal];
