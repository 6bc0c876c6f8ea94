/** A service of calls whose number records: a caller that speaks RTP packet by packet, and what is kept of it. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { EndCause } from '#numbers/calls/call-record.ts';
import type { TakenVoicemail, VoicemailOrder } from '#numbers/calls/voicemail-taker.ts';
import type { Law } from '#numbers/sip/media/g711.ts';
import type { Media } from '#numbers/sip/media/media.ts';
import { writeRtp } from '#numbers/sip/media/rtp.ts';
import type { Session } from '#numbers/sip/user-agent.ts';
import type { RecordedCallPorts } from '#numbers/voicemail/recorded-call.ts';
import { Recordings, type RecordingsPorts } from '#numbers/voicemail/recordings.ts';
import { Spool } from '#numbers/voicemail/spool.ts';
import type { Voicemail, VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { VoicemailService } from '#numbers/voicemail/voicemail-service.ts';
import { type CallWish, type CallWorld, number, openCallWorld } from './call-world.ts';
import { pause } from './pause.ts';
import { Queue } from './queue.ts';
import { openEars } from './rtp-ears.ts';
import { dial } from './sip-phones.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Short, or tests would listen to greetings. */
const prompts = { greeting: new Int16Array(160), goodbye: new Int16Array(160) };

export type VoicemailWish = {
  readonly service?: Partial<RecordedCallPorts>;
  readonly recordings?: Partial<RecordingsPorts>;
  readonly call?: CallWish;
};

export type VoicemailWorld = AsyncDisposable & {
  readonly world: CallWorld;
  readonly spool: Spool;
  readonly recordings: Recordings;
  readonly folder: string;
  /** The next recording has begun in its worker. */
  recording(): Promise<VoicemailOrder>;
  /** What is kept, oldest first. */
  kept(): Promise<readonly { readonly voicemail: Voicemail; readonly audio: Buffer }[]>;
  readonly causes: EndCause[];
};

export async function openVoicemailWorld(wish: VoicemailWish = {}): Promise<VoicemailWorld> {
  const closing = new AsyncDisposableStack();
  const folder = closing.use(temporaryFolder());
  const spool = await Spool.open(path.join(folder.path, 'spool'));
  let service: VoicemailService | undefined;
  const begun: VoicemailOrder[] = [];
  const causes: EndCause[] = [];
  const world = closing.use(
    await openCallWorld({
      rule: { kind: 'voicemail', target: 'me@acme.example' },
      ...wish.call,
      ports: {
        voicemail: {
          take: (order): TakenVoicemail => {
            if (service === undefined) throw new Error('no service yet');
            return service.take(order);
          },
        },
        ...wish.call?.ports,
      },
    }),
  );
  const log = openLog('silent');
  let jobId = 0;
  const recordings = closing.use(
    new Recordings({
      spool,
      store: world.storage.voicemails,
      jobIds: { take: () => (jobId += 1) },
      clock: systemClock,
      log,
      isSole: true,
      saved: () => undefined,
      ...wish.recordings,
    }),
  );
  const watched = watch(world.media);
  service = new VoicemailService({
    media: watched.media,
    recordings,
    promptsFor: async (order) => {
      begun.push(order);
      return prompts;
    },
    longestMs: 180_000,
    random: Math.random,
    clock: systemClock,
    log,
    ...wish.service,
  });
  return {
    world,
    spool,
    recordings,
    folder: folder.path,
    causes,
    async recording() {
      await watched.begun();
      await untilTaken(world.media);
      const order = begun.shift();
      if (order === undefined) throw new Error('nobody was greeted');
      return order;
    },
    kept: () => keptIn(world.storage.voicemails),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function keptIn(store: VoicemailStore) {
  const found = await store.listVoicemails({ beforeId: Number.MAX_SAFE_INTEGER, limit: 500 });
  const all = found.toReversed().map(async (voicemail) => ({
    voicemail,
    audio: (await store.readVoice(voicemail.id)) ?? Buffer.alloc(0),
  }));
  return Promise.all(all);
}

/** Tells when a recording is ordered. */
function watch(media: Media) {
  const ordered = new Queue<true>();
  const wrapped: Media = {
    async open(order, handlers) {
      const call = await media.open(order, handlers);
      return (
        call && {
          ...call,
          record: (what) => {
            call.record(what);
            ordered.add(true);
          },
        }
      );
    },
    get counts() {
      return media.counts;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return {
    media: wrapped,
    async begun(): Promise<void> {
      await ordered.next();
    },
  };
}

/** A worker takes what it is told in order. */
async function untilTaken(media: Media): Promise<void> {
  const call = await media.open({ kind: 'voice', bindAddress: '127.0.0.1' }, {});
  await call?.close();
}

export type Speech = {
  readonly law?: Law;
  readonly ptimeMs?: number;
  readonly ssrc?: number;
};

/** Octets that no two callers share, loud in both laws. */
export function speech(durationMs: number, seed: number): Buffer {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return Buffer.from(
    Array.from({ length: durationMs * 8 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
}

export type VoiceCaller = AsyncDisposable & {
  readonly session: Session;
  /** Packets of it, in order. */
  packets(octets: Buffer, how?: Speech): Buffer[];
  send(packets: readonly Buffer[]): Promise<void>;
};

/** Dials the number, and is answered. */
export async function callIn(
  world: Pick<CallWorld, 'caller' | 'hop'>,
  { law = 'pcma', from = '+33612345678' }: { readonly law?: Law; readonly from?: string } = {},
): Promise<VoiceCaller> {
  const ears = await openEars();
  const type = law === 'pcma' ? 8 : 0;
  dial(world.caller, world.hop, {
    uri: `sip:+${number}@127.0.0.1`,
    from: `"Zo\u00e9" <sip:${from}@127.0.0.1>`,
    offer: describeVoice(ears.port, type),
  });
  const { session, sdp } = await world.caller.told.answered.next();
  const port = Number(/^m=audio (?<port>\d+)/m.exec(sdp?.toString() ?? '')?.groups?.['port']);
  let sequence = 65_500;
  let timestamp = 4_294_960_000;
  return {
    session,
    packets(octets, { ptimeMs = 20, ssrc = 7 } = {}) {
      const packets: Buffer[] = [];
      for (let at = 0; at < octets.length; at += ptimeMs * 8) {
        const payload = octets.subarray(at, at + ptimeMs * 8);
        const parts = { payloadType: type, hasMarker: at === 0, ssrc, payload };
        packets.push(writeRtp({ ...parts, sequence: sequence & 0xffff, timestamp }));
        sequence += 1;
        timestamp = (timestamp + payload.length) >>> 0;
      }
      return packets;
    },
    async send(packets) {
      for (const [at, packet] of packets.entries()) {
        ears.sendTo(port, packet);
        // The receiver's buffer holds some 200 of them.
        if (at % 40 === 39) await pause(10);
      }
    },
    [Symbol.asyncDispose]: () => ears[Symbol.asyncDispose](),
  };
}

export function describeVoice(port: number, type: number): Buffer {
  const lines = [
    'v=0',
    'o=caller 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP ${type} 101`,
    'a=rtpmap:101 telephone-event/8000',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** Until the recorder has heard so much: it writes what is in order for certain, 200 ms behind. */
export async function untilHeard(file: string, bytes: number): Promise<void> {
  const behind = 1_600 + 480;
  for (;;) {
    const written = (await stat(file).catch(() => undefined))?.size ?? 0;
    if (written - 512 >= bytes - behind) return;
    await pause(10);
  }
}
