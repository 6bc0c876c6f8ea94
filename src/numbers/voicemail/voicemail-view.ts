/** A message that a caller has left, as people see it. */
import { z } from 'zod';
import { instantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { mailStates, recordingEnds, type Voicemail } from './voicemail.ts';

const instant = z.iso.datetime();

export const voicemailView = z.object({
  id: z.int(),
  account: z.int(),
  number: z.string(),
  /** Empty for a caller who hides. */
  caller: z.string(),
  callerName: z.string(),
  startedAt: instant,
  durationMs: z.int(),
  /** Why the recording ended. */
  end: z.enum(recordingEnds),
  mailTo: z.string(),
  mailState: z.enum(mailStates),
  heardAt: instant.nullable(),
});

export function viewVoicemail(each: Voicemail, role: Role): z.input<typeof voicemailView> {
  const { id, durationMs, end, mailState, startedAtMs, heardAtMs } = each;
  const isWhole = mayRead(role);
  return {
    id,
    durationMs,
    end,
    mailState,
    account: each.accountId,
    number: formatPhone(each.number as PhoneNumber),
    caller: showPhone(each.caller, role),
    callerName: isWhole ? each.callerName : '',
    mailTo: isWhole ? each.mailTo : maskAddress(each.mailTo),
    startedAt: instantText(startedAtMs),
    heardAt: heardAtMs === null ? null : instantText(heardAtMs),
  };
}
