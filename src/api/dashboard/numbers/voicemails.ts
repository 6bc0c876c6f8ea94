/** Answers what pages ask of voicemails: the list, the sound, and that somebody has heard it. */
import { isBeginning, renderFile } from '#api/octets-reply.ts';
import { refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { maskAddress } from '#core/log.ts';
import { mayRead, showPhone } from '#core/masked.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { attachmentName } from '#numbers/voicemail/notice-text.ts';
import { soundFile } from '#numbers/voicemail/sound-file.ts';
import type { Voicemail, VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { isViewing } from '#people/account-view.ts';
import { accountZone } from '../../commands/account-time.ts';
import { authorOf } from '../author.ts';
import { give, type Handler, handle } from '../handler.ts';
import { nextOf, readPage } from '../paging.ts';
import { listVoicemails, noteHeard, removeVoicemail, voicemailAudio } from './definitions.ts';
import { soundHeaders } from './sound-headers.ts';

export type VoicemailPorts = {
  readonly voicemails: Pick<
    VoicemailStore,
    | 'findVoicemail'
    | 'listVoicemails'
    | 'readVoice'
    | 'noteListened'
    | 'markHeard'
    | 'removeVoicemail'
  >;
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
      voicemails: found.map((each) => voicemailToJson(each, role)),
      next: nextOf(found, page.limit),
    });
  });
}

export function voicemailToJson(each: Voicemail, role: Role) {
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
    const { range } = request.headers;
    if (isBeginning(range)) {
      const isOnlyViewed = isViewing(asking.who, accountId);
      const listened = { id: found.id, accountId, isOnlyViewed };
      await ports.voicemails.noteListened(listened, authorOf(asking, ports.clock));
    }
    const name = attachmentName(found, accountZone);
    const file = { contentType: 'audio/wav', name, octets: soundFile(found.law, sound) };
    return { ok: true, raw: renderFile(file, range, soundHeaders) };
  });
}

function heard(ports: VoicemailPorts): Handler {
  return handle(noteHeard, async (asking) => {
    const found = await findOwn(ports, asking.accountId, asking.params.voicemail);
    if (found === undefined) return refuse('nothing is there');
    await ports.voicemails.markHeard(found.id, true, authorOf(asking, ports.clock));
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
