/** `parley voicemail …`: messages that callers have left. */
import { writeFile } from 'node:fs/promises';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { wholeNumber } from '#core/value-kind.ts';
import { soundFile } from '#numbers/voicemail/sound-file.ts';
import type { Voicemail } from '#numbers/voicemail/voicemail.ts';
import { authorNow } from './author.ts';
import { command, done, failed, type Outcome } from './command.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { fields, formatTime, table } from './text-table.ts';
import { filePath, id, ownNumber } from './written-values.ts';

const takes = { message: needed(id, 'ID', 'As `parley voicemail list` shows it.') };

const voicemailList = command({
  name: 'voicemail list',
  sentence: 'Lists messages that callers have left, newest first.',
  takes: {},
  options: {
    account: maybe(id, 'ID', 'Only those of this account.'),
    number: maybe(ownNumber, 'NUMBER', 'Only those left on this number.'),
    before: maybe(id, 'ID', 'Only those before this one.'),
    limit: otherwise(50, wholeNumber(1, 1_000), 'COUNT', 'How many.'),
  },
  async run({ account: accountId, number, before, limit }, { open }) {
    await using installation = await open();
    const found = await installation.storage.voicemails.listVoicemails({
      accountId,
      number,
      beforeId: before ?? Number.MAX_SAFE_INTEGER,
      limit,
    });
    const rows = found.map((each) => [
      String(each.id),
      formatTime(each.startedAtMs),
      shownCaller(each),
      `+${each.number}`,
      `${Math.round(each.durationMs / 1_000)} s`,
      each.mailTo,
      each.mailState,
    ]);
    const text = table(['id', 'when', 'from', 'to', 'length', 'mailed to', 'mail'], rows);
    return done(text, { voicemails: found.map(voicemailJson) });
  },
});

const voicemailShow = command({
  name: 'voicemail show',
  sentence: 'Shows a message that a caller has left.',
  takes,
  options: {},
  async run({ message }, { open }) {
    await using installation = await open();
    const found = await installation.storage.voicemails.findVoicemail(message);
    if (found === undefined) return noVoicemail(message);
    const text = fields([
      ['message', String(found.id)],
      ['account', String(found.accountId)],
      ['from', shownCaller(found)],
      ['to', formatPhone(found.number as PhoneNumber)],
      ['when', formatTime(found.startedAtMs)],
      ['length', `${(found.durationMs / 1_000).toFixed(1)} s`],
      ['ended by', found.end],
      ['mailed to', found.mailTo],
      ['mail', found.mailState],
      ['heard', found.heardAtMs === null ? 'never' : formatTime(found.heardAtMs)],
    ]);
    return done(text, { voicemail: voicemailJson(found) });
  },
});

const voicemailPlay = command({
  name: 'voicemail play',
  sentence: 'Writes what was said into a WAV file.',
  takes,
  options: { file: needed(filePath, 'FILE', 'Where to; it must not be there yet.') },
  async run({ message, file }, { clock, open }) {
    await using installation = await open();
    const { voicemails } = installation.storage;
    const found = await voicemails.findVoicemail(message);
    const sound = await voicemails.readVoice(message);
    if (found === undefined || sound === undefined) return noVoicemail(message);
    try {
      await writeFile(file, soundFile(found.law, sound), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      return failed(`${file} cannot be written: ${(error as Error).message}`);
    }
    await voicemails.noteListened(found, authorNow(clock));
    return done(`${file} has ${(found.durationMs / 1_000).toFixed(1)} s.\n`, {
      file,
      durationMs: found.durationMs,
    });
  },
});

const voicemailDelete = command({
  name: 'voicemail delete',
  sentence: 'Deletes a message with its sound; a mail that is still owed is not sent.',
  takes,
  options: {},
  async run({ message }, { clock, open }) {
    await using installation = await open();
    const { voicemails } = installation.storage;
    const isGone = await voicemails.removeVoicemail(message, authorNow(clock));
    if (!isGone) return noVoicemail(message);
    return done(`Message ${message} is deleted.\n`, { deleted: message });
  },
});

const voicemailMark = command({
  name: 'voicemail mark',
  sentence: 'Marks a message as heard, or as not heard yet.',
  takes,
  options: { unheard: toggle('As not heard yet.') },
  async run({ message, unheard }, { clock, open }) {
    await using installation = await open();
    const { voicemails } = installation.storage;
    const isThere = await voicemails.markHeard(message, !unheard, authorNow(clock));
    if (!isThere) return noVoicemail(message);
    const words = unheard ? 'not heard yet' : 'heard';
    return done(`Message ${message} is marked as ${words}.\n`, {
      marked: message,
      heard: !unheard,
    });
  },
});

function noVoicemail(message: number): Outcome {
  return failed(`There is no message ${message}`);
}

function shownCaller({ caller, callerName }: Voicemail): string {
  const who = caller === '' ? 'hidden' : caller;
  return callerName === '' ? who : `${callerName} (${who})`;
}

function voicemailJson(found: Voicemail): object {
  const { startedAtMs, heardAtMs, law: _, ...rest } = found;
  return {
    ...rest,
    startedAt: formatTime(startedAtMs),
    heardAt: heardAtMs === null ? null : formatTime(heardAtMs),
  };
}

export const voicemailCommands = [
  voicemailList,
  voicemailShow,
  voicemailPlay,
  voicemailMark,
  voicemailDelete,
];
