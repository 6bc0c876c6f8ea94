/** Voicemails as commands show them to people. */
import type { z } from 'zod';
import { columns, fields } from '#cli/text-table.ts';
import type { showVoicemail } from '#numbers/voicemail/voicemail-operations.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Listed = AnswerOf<'voicemail all'>;
type Shown = z.output<(typeof showVoicemail)['output']>;
type Voicemail = Shown['voicemail'];

export const voicemailTexts = {
  'voicemail list': listText,
  'voicemail all': listText,
  'voicemail show': ({ voicemail: found }) =>
    fields([
      ['message', found.id],
      ['account', found.account],
      ['from', callerOf(found)],
      ['to', found.number],
      ['when', found.startedAt],
      ['length', lengthOf(found)],
      ['ended by', found.end],
      ['mailed to', found.mailTo],
      ['mail', found.mailState],
      ['heard', found.heardAt ?? 'never'],
    ]),
  'voicemail mark': ({ marked, heard }) =>
    `Message ${marked} is marked as ${heard ? 'heard' : 'not heard yet'}.\n`,
  'voicemail delete': ({ deleted }) => `Message ${deleted} is deleted.\n`,
} satisfies Texts;

function listText({ voicemails }: Listed): string {
  return columns(
    voicemails,
    'id',
    ['when', 'startedAt'],
    ['from', callerOf],
    ['to', 'number'],
    ['length', lengthOf],
    ['mailed to', 'mailTo'],
    ['mail', 'mailState'],
  );
}

function lengthOf({ durationMs }: Voicemail): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

function callerOf({ caller, callerName }: Voicemail): string {
  const who = caller === '' ? 'hidden' : caller;
  return callerName === '' ? who : `${callerName} (${who})`;
}
