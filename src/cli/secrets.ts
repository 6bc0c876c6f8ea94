/** `parley secrets …`: other keys in the place of those in use. */
import { line } from '#core/value-kind.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';

const meanwhile =
  'Somebody else has changed the keys at the same moment: look at the audit, and do it again.';

const begun = `The servers seal every secret with a new key from here on; the former one
goes a day later, when nothing is sealed with it any more: parley audit list\n`;

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
    const text = retired.isBegun
      ? `Only the master key in use opens the installation now. ${begun}`
      : 'Only the master key in use opens the installation now.\n';
    return done(text, retired);
  },
});

const reseal = command({
  name: 'secrets reseal',
  sentence: 'Has every stored secret sealed with a new key, while servers go on.',
  takes: {},
  options: {},
  async run(_values, { open, clock }) {
    await using installation = await open();
    const isBegun = await installation.masterKeys.reseal(authorNow(clock));
    if (isBegun) return done(begun, { isBegun });
    return failed(
      'It is under way already, or two master keys open the installation: parley secrets retire',
    );
  },
});

export const secretCommands = [rotate, retire, reseal];
