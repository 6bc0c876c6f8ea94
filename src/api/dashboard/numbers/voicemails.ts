/** Answers what pages ask of voicemails: the list, the sound, and that somebody has heard it. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { soundFile } from '#numbers/voicemail/sound-file.ts';
import type { Voicemail, VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import type { Role } from '#people/permissions.ts';
import { authorOf } from '../author.ts';
import { give, type Handler, handle } from '../handler.ts';
import { maskAddress, mayRead, showPhone } from '../masked.ts';
import { nextOf, readPage } from '../paging.ts';
import { listVoicemails, noteHeard, removeVoicemail, voicemailAudio } from './definitions.ts';

export type VoicemailPorts = {
  readonly voicemails: Pick<
    VoicemailStore,
    'findVoicemail' | 'listVoicemails' | 'readVoice' | 'noteHeard' | 'removeVoicemail'
  >;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export function voicemailHandlers(ports: VoicemailPorts): readonly Handler[] {
  return [list(ports), audio(ports), heard(ports), remove(ports)];
}

/** One of somebody else is as unknown as none. */
async function findOwn(
  { voicemails }: VoicemailPorts,
  accountId: number,
  id: string,
): Promise<Voicemail | undefined> {
  const found = await voicemails.findVoicemail(Number(id));
  return found?.accountId === accountId ? found : undefined;
}

function list({ voicemails }: VoicemailPorts): Handler {
  return handle(listVoicemails, async ({ accountId, role, query }) => {
    const page = readPage(query);
    const found = await voicemails.listVoicemails({ accountId, number: query.number, ...page });
    return give({
      voicemails: found.map((each) => tell(each, role)),
      next: nextOf(found, page.limit),
    });
  });
}

function tell(each: Voicemail, role: Role) {
  return {
    id: each.id,
    number: formatPhone(each.number as PhoneNumber),
    caller: showPhone(each.caller, role),
    callerName: mayRead(role) ? each.callerName : '',
    startedAt: each.startedAtMs,
    durationMs: each.durationMs,
    end: each.end,
    mailTo: mayRead(role) ? each.mailTo : maskAddress(each.mailTo),
    mailState: each.mailState,
    heardAt: each.heardAtMs,
  };
}

function audio(ports: VoicemailPorts): Handler {
  return handle(voicemailAudio, async (asking) => {
    const { accountId, params, request } = asking;
    const found = await findOwn(ports, accountId, params.voicemail);
    const sound = found && (await ports.voicemails.readVoice(found.id));
    if (found === undefined || sound === undefined) return refuse('nothing is there');
    // A player asks for one file in many ranges: it is one listen.
    if ((request.headers['range'] ?? 'bytes=0-').startsWith('bytes=0-')) {
      const noted = { action: 'voicemail.listen', target: `${found.id}`, accountId, details: {} };
      await ports.audit.note(authorOf(asking, ports.clock), noted);
    }
    return { ok: true, raw: sendRange(soundFile(found.law, sound), request) };
  });
}

const soundHeaders = [
  ...pageHeaders("default-src 'none'; sandbox; frame-ancestors 'none'"),
  'Content-Type',
  'audio/wav',
  'Accept-Ranges',
  'bytes',
];

/** RFC 9110 §14.2: one range of octets; whatever else is asked gets the whole. */
function sendRange(file: Buffer, { headers }: Pick<HttpRequest, 'headers'>): HttpReply {
  const asked = /^bytes=(?<from>\d*)-(?<to>\d*)$/.exec(headers['range'] ?? '')?.groups;
  const { from = '', to = '' } = asked ?? {};
  const whole = { status: 200, headers: soundHeaders, isOctets: true };
  if (from === '' && to === '') return { ...whole, body: file.toString('latin1') };
  const size = file.length;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first > last) {
    const range = ['Content-Range', `bytes */${size}`];
    return { status: 416, headers: [...soundHeaders, ...range], body: '' };
  }
  return {
    status: 206,
    headers: [...soundHeaders, 'Content-Range', `bytes ${first}-${last}/${size}`],
    body: file.toString('latin1', first, last + 1),
    isOctets: true,
  };
}

function heard(ports: VoicemailPorts): Handler {
  return handle(noteHeard, async ({ accountId, params }) => {
    const found = await findOwn(ports, accountId, params.voicemail);
    if (found === undefined) return refuse('nothing is there');
    await ports.voicemails.noteHeard(found.id, ports.clock.nowMs());
    return give({});
  });
}

function remove(ports: VoicemailPorts): Handler {
  return handle(removeVoicemail, async (asking) => {
    const found = await findOwn(ports, asking.accountId, asking.params.voicemail);
    if (found === undefined) return refuse('nothing is there');
    await ports.voicemails.removeVoicemail(found.id, authorOf(asking, ports.clock));
    return give({});
  });
}
