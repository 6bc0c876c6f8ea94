/**
 * Recordings on their way from the spool into the storage: one commit writes message, audio and the job
 * that owes its mail, then the file goes. What a crash has left, or a storage that was away, is kept and
 * tried again.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { myTurn, slice } from '#core/turns.ts';
import { voicemailLane } from '#model/notice-lanes.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { Job } from '#queue/job.ts';
import { decodeG711, type Law } from '../sip/media/g711.ts';
import type { Recording, RecordingHeader, Spool } from './spool.ts';
import type { NewVoicemail, RecordingEnd, VoicemailStore } from './voicemail.ts';

export type RecordingsPorts = {
  readonly spool: Spool;
  readonly store: Pick<VoicemailStore, 'saveVoicemail' | 'findVoicemail'>;
  readonly jobIds: Pick<IdSource, 'take'>;
  readonly clock: Clock;
  readonly log: Log;
  /** No other process records into this folder: what lies there at the start is nobody's. */
  readonly isSole: boolean;
  /** A message is stored, and its mail is owed. */
  readonly saved: () => void;
};

const samplesPerMs = 8;
/** Shorter than this nobody has said anything. */
const messageMsMin = 2_000;
/** What a caller who says nothing is given before we hang up. */
export const silenceMs = 8_000;
export const silenceRms = 150;
const windowSamples = 160;

const everyMs = 2_000;
/** While there is nothing to look at. */
const idleEveryMs = 5_000;
/** A recording is written to each second: one that was not for so long has lost its process. */
const strandedMs = 20_000;
const againMsMax = 600_000;
/** The mail is tried as long as the message is kept. */
const owedMs = 30 * 86_400_000;

type Trouble = { readonly notBeforeMs: number; readonly waitMs: number };

export class Recordings implements AsyncDisposable {
  readonly #ports: RecordingsPorts;
  readonly #underWay = new Set<number>();
  readonly #troubles = new Map<number, Trouble>();
  readonly #loop: Loop;
  #isFirst = true;
  #isIdle = false;

  constructor(ports: RecordingsPorts) {
    const { clock, log } = ports;
    this.#ports = ports;
    this.#loop = new Loop({
      name: 'recordings',
      everyMs: () => (this.#isIdle ? idleEveryMs : everyMs),
      clock,
      log,
      work: (signal) => this.#look(signal),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Throws where the disk takes nothing. */
  async begin(header: RecordingHeader): Promise<string> {
    this.#underWay.add(header.id);
    try {
      return await this.#ports.spool.begin(header);
    } catch (error) {
      this.#underWay.delete(header.id);
      throw error;
    }
  }

  /** The law is known only now. */
  correct(header: RecordingHeader): Promise<void> {
    return this.#ports.spool.rewrite(header);
  }

  async drop(callId: number): Promise<void> {
    this.#underWay.delete(callId);
    await this.#ports.spool.remove(callId);
  }

  /** Whether somebody has said something; it is safe on the disk also where the storage is away. */
  async finish(callId: number, end: RecordingEnd): Promise<boolean> {
    try {
      const recording = await this.#ports.spool.read(callId);
      if (recording === undefined || !(await isMessage(recording, end))) {
        await this.#ports.spool.remove(callId);
        return false;
      }
      await this.#keep({ ...recording, end });
      return true;
    } catch (error) {
      this.#ports.log.error('voicemail.unsaved', { callId, ...errorFields(error) });
      return true;
    } finally {
      this.#underWay.delete(callId);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  /** Tried at once; where that fails the loop goes on. */
  async #keep(recording: Recording & { readonly end: RecordingEnd }): Promise<void> {
    const { header, end } = recording;
    try {
      await this.#save(recording, end);
    } catch (error) {
      this.#ports.log.warn('voicemail.waits', { callId: header.id, ...errorFields(error) });
      await this.#ports.spool.rewrite(header, end);
      this.#putOff(header.id);
    }
  }

  async #save({ header, audio }: Recording, end: RecordingEnd): Promise<void> {
    const { store, spool, clock, log, saved } = this.#ports;
    const nowMs = clock.nowMs();
    const durationMs = Math.floor(audio.length / samplesPerMs);
    const voicemail: NewVoicemail = { ...header, durationMs, end };
    const isNew = await store.saveVoicemail(voicemail, audio, this.#owe(header.id, nowMs));
    await spool.remove(header.id);
    this.#troubles.delete(header.id);
    if (!isNew) return;
    const { id, accountId, number } = header;
    log.info('voicemail.saved', { callId: id, accountId, number, durationMs, end });
    saved();
  }

  #owe(callId: number, nowMs: number): Job {
    const id = takeId(this.#ports.jobIds);
    return {
      id,
      lane: voicemailLane,
      dueAtMs: nowMs,
      attempt: 0,
      orderKey: null,
      expiresAtMs: nowMs + owedMs,
      subject: callId,
    };
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { spool, clock, isSole } = this.#ports;
    const takesAll = isSole && this.#isFirst;
    const nowMs = clock.nowMs();
    const found = await spool.list();
    this.#isIdle = found.length === 0;
    for (const { callId, writtenAtMs } of found) {
      if (signal.aborted) return;
      const trouble = this.#troubles.get(callId);
      const isStranded = takesAll || nowMs - writtenAtMs >= strandedMs;
      const isDue = trouble === undefined ? isStranded : clock.monotonicMs() >= trouble.notBeforeMs;
      if (isDue && !this.#underWay.has(callId)) await this.#recover(callId);
    }
    this.#isFirst = false;
  }

  async #recover(callId: number): Promise<void> {
    const { spool, store, log } = this.#ports;
    try {
      const isKept = (await store.findVoicemail(callId)) !== undefined;
      const recording = isKept ? undefined : await spool.read(callId);
      const end = recording?.end ?? 'cut short';
      if (recording === undefined || !(await isMessage(recording, end))) await spool.remove(callId);
      else await this.#save(recording, end);
    } catch (error) {
      log.warn('voicemail.waits', { callId, ...errorFields(error) });
      this.#putOff(callId);
    }
  }

  #putOff(callId: number): void {
    const waitMs = Math.min((this.#troubles.get(callId)?.waitMs ?? everyMs / 2) * 2, againMsMax);
    const notBeforeMs = this.#ports.clock.monotonicMs() + waitMs;
    this.#troubles.set(callId, { notBeforeMs, waitMs });
  }
}

/** Long enough, and not mere silence. */
async function isMessage({ header, audio }: Recording, end: RecordingEnd): Promise<boolean> {
  const durationMs = audio.length / samplesPerMs - (end === 'silence' ? silenceMs : 0);
  return durationMs >= messageMsMin && hasSound(header.law, audio);
}

/** By windows of 20 ms; the first that is loud enough tells. Minutes without one take 10 ms, so in slices. */
async function hasSound(law: Law, audio: Buffer): Promise<boolean> {
  let isOver = slice();
  for (let at = 0; at + windowSamples <= audio.length; at += windowSamples) {
    if (isOver()) {
      await myTurn();
      isOver = slice();
    }
    const window = audio.subarray(at, at + windowSamples);
    let energy = 0;
    for (const sample of decodeG711(law, window)) energy += sample * sample;
    if (energy / windowSamples >= silenceRms * silenceRms) return true;
  }
  return false;
}
