/** Writes what is heard to a file, once a second, and tells when and why it has ended. */
import { type FileHandle, open } from 'node:fs/promises';
import { decodeG711, type Law } from './g711.ts';
import type { MediaEnd, RecordOrder } from './media.ts';
import type { RtpPacket } from './rtp.ts';
import { Timeline } from './timeline.ts';

type RecordingEnd = Extract<MediaEnd, { readonly what: 'recording' }>;
export type RecordingCause = RecordingEnd['cause'];

const samplesPerMs = 8;
const windowSamples = 160;
const writeEveryMs = 1_000;

export class Recorder {
  readonly #order: RecordOrder;
  readonly #law: Law;
  readonly #timeline: Timeline;
  readonly #ended: (end: RecordingEnd) => void;
  readonly #file: Promise<FileHandle>;
  #writing: Promise<void>;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #silentSamples = 0;
  #window = { energy: 0, samples: 0 };
  #heardAtMs: number;
  #wroteAtMs: number;
  #cause: RecordingCause | undefined;
  readonly #settled = Promise.withResolvers<void>();

  constructor(
    order: RecordOrder,
    { law, nowMs, ended }: { law: Law; nowMs: number; ended: (end: RecordingEnd) => void },
  ) {
    this.#order = order;
    this.#law = law;
    this.#timeline = new Timeline(law);
    this.#ended = ended;
    this.#heardAtMs = nowMs;
    this.#wroteAtMs = nowMs;
    this.#file = open(order.file, 'a');
    this.#writing = this.#file.then(
      () => undefined,
      () => this.stop('disk'),
    );
  }

  take(packet: RtpPacket, nowMs: number): void {
    if (this.#cause !== undefined) return;
    this.#heardAtMs = nowMs;
    this.#keep(this.#timeline.take(packet, nowMs));
  }

  /** Once in a while: writes, and sees whether anything is still coming. */
  tick(nowMs: number): void {
    if (this.#cause !== undefined) return;
    if (nowMs - this.#heardAtMs >= this.#order.withoutRtpMs) this.stop('no rtp');
    else if (nowMs - this.#wroteAtMs >= writeEveryMs) {
      this.#wroteAtMs = nowMs;
      this.#write();
    }
  }

  /** Settles when everything is on the disk and the end has been told. */
  stop(cause: RecordingCause): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#append(this.#timeline.finish());
    this.#write();
    void this.#finish();
  }

  /** For a call that is closed meanwhile. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  async #finish(): Promise<void> {
    await this.#writing;
    try {
      const file = await this.#file;
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
    } catch {
      this.#cause = 'disk';
    }
    const bytes = this.#bytes;
    const cause = this.#cause ?? 'stopped';
    this.#ended({ what: 'recording', cause, bytes, durationMs: bytes / samplesPerMs });
    this.#settled.resolve();
  }

  #keep(octets: Buffer): void {
    if (octets.length === 0) return;
    this.#append(octets);
    if (this.#bytes >= this.#order.durationMsMax * samplesPerMs) this.stop('longest');
    else if (this.#isSilentForLong(octets)) this.stop('silence');
  }

  #append(octets: Buffer): void {
    const room = this.#order.durationMsMax * samplesPerMs - this.#bytes;
    const kept = octets.subarray(0, Math.max(0, room));
    if (kept.length === 0) return;
    this.#pieces.push(kept);
    this.#bytes += kept.length;
  }

  /** By windows of 20 ms, whatever the packets hold. */
  #isSilentForLong(octets: Buffer): boolean {
    const { silenceMs, silenceRms } = this.#order;
    if (silenceMs === 0) return false;
    for (const sample of decodeG711(this.#law, octets)) {
      this.#window.energy += sample * sample;
      this.#window.samples += 1;
      if (this.#window.samples < windowSamples) continue;
      const isQuiet = this.#window.energy / windowSamples < silenceRms * silenceRms;
      this.#silentSamples = isQuiet ? this.#silentSamples + windowSamples : 0;
      this.#window = { energy: 0, samples: 0 };
    }
    return this.#silentSamples >= silenceMs * samplesPerMs;
  }

  #write(): void {
    if (this.#pieces.length === 0) return;
    const octets = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#writing = this.#writing
      .then(async () => (await this.#file).appendFile(octets))
      .catch(() => this.stop('disk'));
  }
}
