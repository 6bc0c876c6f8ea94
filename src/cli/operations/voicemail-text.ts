/** Voicemails as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type {
  deleteVoicemail,
  listAllVoicemails,
  markVoicemail,
  showVoicemail,
} from '#numbers/voicemail/voicemail-operations.ts';

type Listed = z.output<(typeof listAllVoicemails)['output']>;
type Shown = z.output<(typeof showVoicemail)['output']>;
type Marked = z.output<(typeof markVoicemail)['output']>;
type Deleted = z.output<(typeof deleteVoicemail)['output']>;
type Voicemail = Shown['voicemail'];

export const voicemailTexts = {
  'voicemail list': listText,
  'voicemail all': listText,
  'voicemail show': ({ voicemail: found }: Shown) =>
    fields([
      ['message', String(found.id)],
      ['account', String(found.account)],
      ['from', callerOf(found)],
      ['to', found.number],
      ['when', found.startedAt],
      ['length', lengthOf(found)],
      ['ended by', found.end],
      ['mailed to', found.mailTo],
      ['mail', found.mailState],
      ['heard', found.heardAt ?? 'never'],
    ]),
  'voicemail mark': ({ marked, heard }: Marked) =>
    `Message ${marked} is marked as ${heard ? 'heard' : 'not heard yet'}.\n`,
  'voicemail delete': ({ deleted }: Deleted) => `Message ${deleted} is deleted.\n`,
};

function listText({ voicemails }: Listed): string {
  return table(
    ['id', 'when', 'from', 'to', 'length', 'mailed to', 'mail'],
    voicemails.map((each) => [
      String(each.id),
      each.startedAt,
      callerOf(each),
      each.number,
      lengthOf(each),
      each.mailTo,
      each.mailState,
    ]),
  );
}

function lengthOf({ durationMs }: Voicemail): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

function callerOf({ caller, callerName }: Voicemail): string {
  const who = caller === '' ? 'hidden' : caller;
  return callerName === '' ? who : `${callerName} (${who})`;
}
