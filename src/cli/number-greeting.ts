/** `parley number greeting`: what callers hear before the tone. */
import { readFile, stat } from 'node:fs/promises';
import type { PhoneNumber } from '#core/phone-number.ts';
import { greetingBytesMax, readGreeting } from '#numbers/voicemail/greeting.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { maybe, needed, toggle } from './option.ts';
import { filePath, ownNumber } from './written-values.ts';

export const numberGreeting = command({
  name: 'number greeting',
  sentence: 'Says what callers hear before they speak: a WAV file, PCM of 16 bit, up to a minute.',
  takes: { number: needed(ownNumber, 'NUMBER', 'A rented number, such as +33755000001.') },
  options: {
    file: maybe(filePath, 'FILE', 'The greeting: 8 to 48 kHz, one channel or two, up to 10 MB.'),
    off: toggle('Takes it away: the account’s greeting, or the shipped one, is heard.'),
    wholeAccount: toggle('For all numbers of its account that have none of their own.'),
  },
  async run({ number: digits, file, off, wholeAccount }, { clock, open }) {
    if ((file === undefined) !== off) return misused('Say either --file or --off');
    const read = file === undefined ? undefined : await readFrom(file);
    if (typeof read === 'string') return failed(read);
    await using installation = await open();
    const { voicemails, virtualNumbers } = installation.storage;
    const found = await virtualNumbers.findVirtualNumber(digits as PhoneNumber);
    if (found === undefined || found.accountId === null) {
      return failed('No account has this number');
    }
    const greeting = { accountId: found.accountId, numberId: wholeAccount ? 0 : found.id };
    if (read === undefined) {
      const isGone = await voicemails.removeGreeting(greeting, authorNow(clock));
      return isGone
        ? done('The greeting is gone.\n', { removed: true })
        : failed('There is no such greeting');
    }
    await voicemails.saveGreeting(greeting, read.pcm, authorNow(clock));
    const seconds = Number(read.seconds.toFixed(1));
    return done(`The next caller hears it: ${seconds} s.\n`, { seconds });
  },
});

/** Why not, in words. */
async function readFrom(file: string): Promise<{ pcm: Buffer; seconds: number } | string> {
  try {
    // Not read at all where it is too large to be one.
    if ((await stat(file)).size > greetingBytesMax) return `${file} has more than 10 MB`;
    const read = readGreeting(await readFile(file));
    return read.ok ? read : `${file} is no greeting: ${read.refusal}`;
  } catch (error) {
    return `${file} cannot be read: ${(error as Error).message}`;
  }
}
