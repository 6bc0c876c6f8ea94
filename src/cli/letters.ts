/** `parley mail letters …`: what people wrote to postmaster and abuse of this server's domains. */
import { wholeNumber } from '#core/value-kind.ts';
import type { LetterEntry } from '#mail/inbound/letter.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { maybe, needed, otherwise } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

const shownMax = 1_000;

const lettersList = command({
  name: 'mail letters',
  sentence: 'Lists letters to postmaster and abuse, newest first.',
  takes: {},
  options: {
    before: maybe(id, 'ID', 'Starts after this letter.'),
    limit: otherwise(20, wholeNumber(1, shownMax), 'COUNT', 'How many.'),
  },
  async run({ before = Number.MAX_SAFE_INTEGER, limit }, { open }) {
    await using installation = await open();
    const letters = await installation.storage.emails.listLetters(before, limit);
    const rows = letters.map((letter) => [
      String(letter.id),
      formatTime(letter.receivedAtMs),
      letter.from,
      letter.recipients.join(', '),
      letter.subject,
      String(letter.size),
    ]);
    const text = table(['id', 'received at', 'from', 'to', 'subject', 'bytes'], rows);
    return done(text, { letters: letters.map(entryJson) });
  },
});

const letter = needed(id, 'ID', 'Letter ID, as listed.');

const letterShow = command({
  name: 'mail letters show',
  sentence: 'Prints a letter as it was received.',
  takes: { letter },
  options: {},
  async run({ letter: letterId }, { open }) {
    await using installation = await open();
    const found = await installation.storage.emails.findLetter(letterId);
    if (found === undefined) return noLetter(letterId);
    const octets = Buffer.from(found.octets);
    // Strangers write them: what a letter says is not to move the cursor.
    const text = octets.toString('utf8').replace(/[^\P{Cc}\n\t]/gu, '');
    return done(`${text}\n`, { letter: entryJson(found), base64: octets.toString('base64') });
  },
});

const letterRemove = command({
  name: 'mail letters remove',
  sentence: 'Removes a letter.',
  takes: { letter },
  options: {},
  async run({ letter: letterId }, { clock, open }) {
    await using installation = await open();
    const { emails, audit } = installation.storage;
    if (!(await emails.removeLetter(letterId))) return noLetter(letterId);
    const target = String(letterId);
    const noted = { action: 'letter.remove', target, accountId: null, details: {} };
    await audit.note(authorNow(clock), noted);
    return done(`Letter ${letterId} was removed.\n`, { removed: letterId });
  },
});

function noLetter(letterId: number) {
  return failed(`There is no letter ${letterId}; old letters are deleted`);
}

function entryJson({
  id: letterId,
  receivedAtMs,
  sender,
  recipients,
  from,
  subject,
  size,
}: LetterEntry) {
  return {
    id: letterId,
    receivedAt: formatTime(receivedAtMs),
    sender,
    recipients,
    from,
    subject,
    size,
  };
}

export const letterCommands = [lettersList, letterShow, letterRemove];
