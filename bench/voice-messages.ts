/** Callers who all leave a message at once; each message must be what its caller said, octet by octet. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { must } from '#core/assert.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { pause } from '#test/harness/pause.ts';
import { openPhone, type Phone } from '#test/harness/sip-phones.ts';
import { callIn, speech, type VoiceCaller } from '#test/harness/voicemail-world.ts';
import { cpuSeconds, processTree } from './process-figures.ts';

const saidMs = 3_000;
const packetMs = 20;
/** Header of a file in the spool. */
const headerBytes = 512;
/** What is stored a while after the last BYE: the disk may be slow, but not for ever. */
const storedWithinMs = 60_000;

type Caller = { readonly voice: VoiceCaller; readonly number: string; readonly said: Buffer };

export async function measureMessages(count: number): Promise<string> {
  await using phone = await openPhone({ traces: false });
  const rule = { kind: 'voicemail', target: 'me@parley.test' } as const;
  const trunkIn = { maxCps: 10_000 };
  await using program = await openCallingProgram({ calleePort: 9, rule, trunkIn });
  const pids = processTree(must(program.server.pid, 'process'));
  const cpuBeforeS = cpuSeconds(pids);
  const callers = await dialAll(count, program, phone);
  await untilAllRecord(program, callers);
  await speakAll(callers);
  for (const { voice } of callers) voice.session.bye();
  const equal = await compareAll(program, callers);
  const cpuMs = ((cpuSeconds(pids) - cpuBeforeS) * 1_000) / count;
  await Promise.all(callers.map(({ voice }) => voice[Symbol.asyncDispose]()));
  return `${count} voicemails at once: ${equal} stored octet by octet as they were said, ${cpuMs.toFixed(1)} ms CPU a message`;
}

/** One after the other, so that each answer is known to be its caller's; all then speak together. */
async function dialAll(
  count: number,
  { hop }: CallingProgram,
  caller: Phone,
): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  for (let index = 0; index < count; index++) {
    const digits = `336120${String(index).padStart(5, '0')}`;
    const voice = await callIn({ caller, hop }, { from: `+${digits}` });
    await voice.session.info('application/dtmf', Buffer.from('#'));
    callers.push({ voice, number: digits, said: speech(saidMs, index + 1) });
  }
  return callers;
}

/** A little speech until the tone is over for everybody: what is said before it is not recorded. */
async function untilAllRecord(program: CallingProgram, callers: readonly Caller[]): Promise<void> {
  const ids = new Map((await program.calls()).map(({ caller, id }) => [caller, id]));
  await Promise.all(
    callers.map(async ({ voice, number }) => {
      const file = path.join(program.folder.path, 'spool', `${ids.get(number)}.part`);
      for (;;) {
        const { size } = await stat(file).catch(() => ({ size: 0 }));
        if (size > headerBytes) return;
        await voice.send(voice.packets(speech(packetMs, 1)));
        await pause(packetMs);
      }
    }),
  );
}

/** Each as fast as people speak. */
async function speakAll(callers: readonly Caller[]): Promise<void> {
  const spoken = callers.map(({ voice, said }) => ({ voice, packets: voice.packets(said) }));
  const startedAtMs = performance.now();
  for (let index = 0; index < saidMs / packetMs; index++) {
    for (const { voice, packets } of spoken) void voice.send(packets.slice(index, index + 1));
    const dueMs = startedAtMs + (index + 1) * packetMs;
    await pause(Math.max(0, dueMs - performance.now()));
  }
}

/** How many of the messages end with what was said; before that stands what was said to find the tone's end. */
async function compareAll(program: CallingProgram, callers: readonly Caller[]): Promise<number> {
  const said = new Map(callers.map((caller) => [caller.number, caller.said]));
  const query = { beforeId: Number.MAX_SAFE_INTEGER, limit: callers.length };
  const { voicemails } = program.storage;
  const untilMs = performance.now() + storedWithinMs;
  let stored = await voicemails.listVoicemails(query);
  while (stored.length < callers.length && performance.now() < untilMs) {
    await pause(200);
    stored = await voicemails.listVoicemails(query);
  }
  let equal = 0;
  for (const { id, caller } of stored) {
    const wanted = said.get(caller);
    const audio = await voicemails.readVoice(id);
    if (wanted !== undefined && audio?.subarray(-wanted.length).equals(wanted)) equal += 1;
  }
  return equal;
}
