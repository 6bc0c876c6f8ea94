/** `parley simulator call`: a built-in phone calls a number of this installation, and tells what it hears. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { writtenDuration } from '#core/moment.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { oneOf, type ValueKind } from '#core/value-kind.ts';
import {
  type KeptPhoneCall,
  type PhoneEvent,
  type PhoneWish,
  readSamples,
  writeSamples,
} from '#simulator/phones/phone-call.ts';
import { readSound, writeSound } from '#simulator/phones/sound-file.ts';
import { tone } from '#simulator/phones/sounds.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed, otherwise } from './option.ts';
import { filePath, ownNumber } from './written-values.ts';

/** One of the phones of the built-in operator. */
const usualCaller = '+33639980001';
const soundBytesMax = 60_000_000;
/** Long enough to be a message. */
const beepMs = 3_000;
const keptMax = 20;
const lookMs = 200;
/** A server takes an order four times a second, a busy one later. */
const takenWithinMs = 15_000;
/** One that makes a call says so every two seconds. */
const seenWithinMs = 30_000;

const caller: ValueKind<string> = {
  form: 'a phone number, or hidden',
  read(text) {
    if (text === 'hidden') return '';
    return parsePhoneNumber(text, '');
  },
};

const keys: ValueKind<string> = {
  form: 'up to 32 keys of 0 to 9, * and #',
  read: (text) => (/^[0-9*#]{1,32}$/.test(text) ? text : undefined),
};

export const simulatorCall = command({
  name: 'simulator call',
  sentence: 'Makes a built-in phone call a number over SIP and RTP, and prints what happens.',
  takes: {},
  options: {
    to: needed(ownNumber, 'NUMBER', 'A number of this installation, such as +33639981000.'),
    from: maybe(
      caller,
      'NUMBER',
      `Number of the caller; hidden withholds it. Default: ${usualCaller}.`,
    ),
    play: maybe(
      filePath,
      'FILE',
      'WAV file to play once the line is quiet: 16-bit PCM, up to 5 minutes.',
    ),
    say: otherwise(
      'beep',
      oneOf('beep', 'nothing'),
      'WHAT',
      'Sound without a file: beep or nothing.',
    ),
    keys: maybe(keys, 'KEYS', 'Keys to press after that, such as 123#.'),
    hangUpAfter: maybe(
      writtenDuration,
      'TIME',
      'When to hang up after the answer, such as 10s. Default: after the last sound or key.',
    ),
    record: maybe(
      filePath,
      'FILE',
      'WAV file to create with what the phone hears; it must not exist.',
    ),
  },
  async run(
    { to, from, play, say, keys: pressed = '', hangUpAfter, record },
    { clock, open, tell },
  ) {
    const sound = await soundOf(play, say);
    if (typeof sound === 'string') return misused(sound);
    if (record !== undefined && (await isThere(record))) return misused(`${record} exists already`);
    await using installation = await open();
    const { simulator } = installation.storage;
    const wish: PhoneWish = {
      from: from ?? usualCaller.slice(1),
      to,
      keys: pressed,
      hangUpAfterMs: hangUpAfter ?? null,
    };
    const order = { wish, sound: writeSamples(sound), atMs: clock.nowMs() };
    const id = await simulator.orderPhoneCall(order, keptMax);
    try {
      const call = await follow(id, { installation, clock, tell });
      if (typeof call === 'string') return failed(call);
      const heard = readSamples((await simulator.readHeard(id)) ?? new Uint8Array());
      if (record !== undefined) await writeFile(record, writeSound(heard), { flag: 'wx' });
      return outcomeOf(call, heard.length / 8_000);
    } finally {
      await simulator.forgetPhoneCall(id);
    }
  },
});

/** Why not, in words. */
async function soundOf(file: string | undefined, say: 'beep' | 'nothing') {
  if (file === undefined) return say === 'beep' ? tone(beepMs) : new Int16Array();
  try {
    if ((await stat(file)).size > soundBytesMax) return `${file} has more than 60 MB`;
    const read = readSound(await readFile(file));
    return read.ok ? read.pcm : `${file} cannot be played: ${read.refusal}`;
  } catch (error) {
    return `${file} cannot be read: ${(error as Error).message}`;
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

type Following = {
  readonly installation: Installation;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
};

/** Tells what happens until the call is over; in words why there is none. */
async function follow(id: number, { installation, clock, tell }: Following) {
  const { simulator } = installation.storage;
  let told = 0;
  let seen: KeptPhoneCall | undefined;
  for (let changedAtMs = clock.monotonicMs(); ; ) {
    const call = await simulator.findPhoneCall(id);
    if (call === undefined)
      return 'The result of the call is no longer kept, because many other calls followed';
    for (const event of call.events.slice(told)) tell(sentenceOf(event, call.events[0]));
    told = call.events.length;
    if (call.state === 'over') return call;
    if (call.seenAtMs !== seen?.seenAtMs || call.state !== seen.state) {
      changedAtMs = clock.monotonicMs();
    }
    seen = call;
    const silentMs = clock.monotonicMs() - changedAtMs;
    if (call.state === 'ordered' && silentMs > takenWithinMs) return nobodyCalls;
    if (silentMs > seenWithinMs) return 'The server that made the call has stopped';
    await clock.sleep(lookMs);
  }
}

const nobodyCalls =
  'No server made the call. Start one with the role calls, and without PARLEY_SIMULATOR=off';

function outcomeOf({ events }: KeptPhoneCall, heardS: number): Outcome {
  const end = events.at(-1);
  if (!events.some(({ what }) => what === 'answered') && end !== undefined) {
    return failed(wordsOf(end));
  }
  const seconds = Number(heardS.toFixed(1));
  return done(`${seconds} s were heard.\n`, { events: events.map(eventJson), heardS: seconds });
}

function eventJson({ atMs, ...event }: PhoneEvent): object {
  return { at: new Date(atMs).toISOString(), ...event };
}

/** `  2.4 s  ringing (180)`, counted from the first event. */
function sentenceOf(event: PhoneEvent, first: PhoneEvent | undefined): string {
  const seconds = (event.atMs - (first ?? event).atMs) / 1_000;
  return `${seconds.toFixed(1).padStart(5)} s  ${wordsOf(event)}`;
}

function wordsOf(event: PhoneEvent): string {
  switch (event.what) {
    case 'calling':
      return 'calling';
    case 'ringing':
      return `ringing (${event.status})`;
    case 'answered':
      return 'answered';
    case 'hears sound':
      return 'hears somebody';
    case 'hears key':
      return `hears the key ${event.key}`;
    case 'speaks':
      return `speaks for ${(event.durationMs / 1_000).toFixed(1)} s`;
    case 'presses':
      return `presses ${event.key}`;
    case 'hung up':
      return `${event.by} hung up`;
    case 'refused':
      return `refused with ${event.status}`;
    case 'failed':
      return `no call: ${event.why}`;
    default:
      return unreachable(event);
  }
}
