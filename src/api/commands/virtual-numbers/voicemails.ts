/** `vn/voicemails`, `vn/voicemail` and below it: messages that callers have left on the account's numbers. */
import { reachOf } from '#accounts/authenticator.ts';
import { isBeginning } from '#api/octets-reply.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { type FieldValue, refuse, succeed } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { formatCaller } from '#core/phone-number.ts';
import { accountZone } from '#core/schedule.ts';
import { attachmentName } from '#numbers/voicemail/notice-text.ts';
import { soundFile } from '#numbers/voicemail/sound-file.ts';
import type { Voicemail, VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { formatLocalTime } from '../account-time.ts';
import { type Call, type Command, command, type Run } from '../command.ts';
import { timeToJson } from './number-view.ts';
import { readPage } from './read-page.ts';

export type VoicemailPorts = {
  readonly voicemails: Pick<
    VoicemailStore,
    | 'listVoicemails'
    | 'findVoicemail'
    | 'readVoice'
    | 'noteListened'
    | 'markHeard'
    | 'removeVoicemail'
  >;
  readonly clock: Clock;
};

const pageMax = 100;

export function voicemailCommands(ports: VoicemailPorts): readonly Command[] {
  const path = '/v1/vn/voicemail';
  const idInPath = 'id';
  return [
    command(`GET POST ${path}s`, { scope: 'read', run: listOwn(ports) }),
    command(`GET POST ${path}`, { scope: 'read', idInPath, run: showOne(ports) }),
    command(`GET POST ${path}/audio`, {
      scope: 'read',
      // Who listens is written down.
      reads: false,
      idInPath,
      run: play(ports),
    }),
    command(`POST ${path}/heard`, { scope: 'numbers', idInPath, run: mark(ports) }),
    command(`POST DELETE ${path}/delete`, { scope: 'numbers', idInPath, run: remove(ports) }),
  ];
}

function listOwn({ voicemails }: VoicemailPorts): Run {
  return async (call) => {
    const page = readPage(call);
    if (!page.ok) return page;
    const reach = reachOf(call.caller);
    const { number, beforeId } = page;
    const found = await voicemails.listVoicemails({ ...reach, number, beforeId, limit: pageMax });
    const last = found.at(-1);
    const next = last === undefined || found.length < pageMax ? null : last.id;
    return succeed({ voicemails: found.map(tell), next });
  };
}

function showOne(ports: VoicemailPorts): Run {
  return async (call) => {
    const found = await findOwn(call, ports);
    return 'ok' in found ? found : succeed({ voicemail: tell(found) });
  };
}

/** A person who asks for its beginning listens to it, which is written down. */
function play(ports: VoicemailPorts): Run {
  return async (call) => {
    const found = await findOwn(call, ports);
    if ('ok' in found) return found;
    const sound = await ports.voicemails.readVoice(found.id);
    if (sound === undefined) return unknown;
    if (isBeginning(call.range)) {
      await ports.voicemails.noteListened(found, authorOf(call, ports));
    }
    return {
      ok: true,
      fields: {},
      file: {
        contentType: 'audio/wav',
        name: attachmentName(found, accountZone),
        octets: await soundFile(found.law, sound),
      },
    };
  };
}

function mark(ports: VoicemailPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const isHeard = fields.isGiven('heard') ? fields.flag('heard') : true;
    if (fields.refusal !== undefined) return fields.refusal;
    const found = await findOwn(call, ports);
    if ('ok' in found) return found;
    await ports.voicemails.markHeard(found.id, isHeard, authorOf(call, ports));
    const marked = await ports.voicemails.findVoicemail(found.id);
    return marked === undefined ? unknown : succeed({ voicemail: tell(marked) });
  };
}

function remove(ports: VoicemailPorts): Run {
  return async (call) => {
    const found = await findOwn(call, ports);
    if ('ok' in found) return found;
    const isGone = await ports.voicemails.removeVoicemail(found.id, authorOf(call, ports));
    return isGone ? succeed({ id: found.id }) : unknown;
  };
}

function authorOf({ caller }: Call, { clock }: VoicemailPorts) {
  return { actor: `key ${caller.key.id}`, atMs: clock.nowMs() };
}

const unknown = refuse('voicemail is unknown', { field: 'id' });

/** Another account's is unknown here, and so is one of the other mode. */
async function findOwn({ caller, parameters }: Call, { voicemails }: VoicemailPorts) {
  const id = parseWholeNumber(new Fields(parameters).value('id') ?? null);
  const found = id === undefined ? undefined : await voicemails.findVoicemail(id);
  const { accountId, mode } = reachOf(caller);
  const isOwn = found?.accountId === accountId && found.isSimulated === (mode === 'test');
  return isOwn ? found : unknown;
}

function tell(voicemail: Voicemail): Record<string, FieldValue> {
  const { id, number, caller, callerName, startedAtMs, durationMs } = voicemail;
  return {
    id,
    number: formatCaller(number),
    caller: formatCaller(caller),
    callerName,
    startedAt: formatLocalTime(startedAtMs),
    seconds: durationMs / 1_000,
    endedBy: voicemail.end,
    mailTo: voicemail.mailTo,
    mail: voicemail.mailState,
    heardAt: timeToJson(voicemail.heardAtMs),
    test: voicemail.isSimulated,
  };
}
