/** What callers of a number hear before the tone: handed in, played and taken away. */

import { renderFile } from '#api/octets-reply.ts';
import { refuse } from '#api/reply.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { Greeting, ReadGreeting } from '#numbers/voicemail/greeting.ts';
import { greetingFile } from '#numbers/voicemail/sound-file.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { authorOf } from '../author.ts';
import type { CallerPorts } from '../caller.ts';
import { give, type Handler, handle } from '../handler.ts';
import { findGreeting, greetingAudio, removeGreeting, saveGreeting } from './definitions.ts';
import { soundHeaders } from './sound-headers.ts';

export type GreetingPorts = CallerPorts & {
  readonly virtualNumbers: Pick<VirtualNumberStore, 'findVirtualNumber'>;
  readonly greetings: Pick<VoicemailStore, 'saveGreeting' | 'removeGreeting' | 'findOwnGreeting'>;
  /** Undefined where that took too long. */
  readonly readGreeting: (file: Buffer) => Promise<ReadGreeting | undefined>;
};

type Asking = {
  readonly accountId: number;
  readonly params: { readonly number: string };
};

const samplesASecond = 8_000;

export function greetingHandlers(ports: GreetingPorts): readonly Handler[] {
  return [find(ports), save(ports), remove(ports), audio(ports)];
}

function find(ports: GreetingPorts): Handler {
  return handle(findGreeting, async (asking) => {
    const greeting = await greetingOf(ports, asking);
    if (greeting === undefined) return refuse('nothing is there');
    const pcm = await ports.greetings.findOwnGreeting(greeting);
    return give({ seconds: pcm === undefined ? null : pcm.length / 2 / samplesASecond });
  });
}

function save(ports: GreetingPorts): Handler {
  return handle(saveGreeting, async (asking) => {
    const greeting = await greetingOf(ports, asking);
    if (greeting === undefined) return refuse('nothing is there');
    const read = await ports.readGreeting(Buffer.from(asking.body.wav, 'base64'));
    if (read?.ok !== true) {
      const details = { reason: read?.refusal ?? 'takes too long to read' };
      return refuse('field has a wrong value', { field: 'wav', details });
    }
    const { pcm, seconds } = read;
    await ports.greetings.saveGreeting(greeting, pcm, authorOf(asking, ports.clock));
    return give({ seconds });
  });
}

function remove(ports: GreetingPorts): Handler {
  return handle(removeGreeting, async (asking) => {
    const greeting = await greetingOf(ports, asking);
    const author = authorOf(asking, ports.clock);
    const isGone =
      greeting !== undefined && (await ports.greetings.removeGreeting(greeting, author));
    return isGone ? give({}) : refuse('nothing is there');
  });
}

function audio(ports: GreetingPorts): Handler {
  return handle(greetingAudio, async (asking) => {
    const greeting = await greetingOf(ports, asking);
    const pcm = greeting && (await ports.greetings.findOwnGreeting(greeting));
    if (pcm === undefined) return refuse('nothing is there');
    const octets = greetingFile(pcm);
    const file = { contentType: 'audio/wav', name: `greeting-${asking.params.number}.wav`, octets };
    return { ok: true, raw: renderFile(file, asking.request.headers['range'], soundHeaders) };
  });
}

/** Undefined where the number is another's. */
async function greetingOf(
  { virtualNumbers }: GreetingPorts,
  { accountId, params }: Asking,
): Promise<Greeting | undefined> {
  const number = await virtualNumbers.findVirtualNumber(params.number as PhoneNumber);
  return number?.accountId === accountId ? { accountId, numberId: number.id } : undefined;
}
