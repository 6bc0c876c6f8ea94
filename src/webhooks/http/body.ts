/**
 * Finds the end of a response's body and keeps its beginning. What comes after the end, or past the
 * bound, is told by how far a piece was read.
 */
import { ChunkReader } from '#core/chunk-reader.ts';
import type { Framing } from './head.ts';

export type BodyProgress = 'more' | 'complete' | 'broken';

/** A receiver's answer is a word; past this its connection is closed. */
const octetsMax = 65_536;
/** What the attempt log shows of it. */
const keptMax = 4_096;

const nothing = Buffer.alloc(0);

export class ResponseBody {
  /** What is wrong with it, once it is broken. */
  fault = '';
  /** Octets of the last `read` that belonged to the body. */
  consumed = 0;

  readonly #framing: Framing;
  #received = 0;
  #kept = nothing;
  /** Octets that are still to come, where the length is known. */
  #left: number;
  readonly #chunks = new ChunkReader({
    chunkBytesMax: octetsMax,
    take: (data) => {
      this.#keep(data);
      return true;
    },
  });

  constructor(framing: Framing) {
    this.#framing = framing;
    this.#left = framing.by === 'length' ? framing.octets : 0;
  }

  /** The beginning, as text. */
  get text(): string {
    return this.#kept.length === 0 ? '' : this.#kept.toString('utf8');
  }

  /** Whether it is already known to be complete, or too big to be waited for. */
  begin(): BodyProgress {
    if (this.#framing.by !== 'length') return 'more';
    if (this.#left > octetsMax) return this.#break(`body of ${this.#left} octets`);
    return this.#left === 0 ? 'complete' : 'more';
  }

  read(octets: Buffer): BodyProgress {
    this.#received += octets.length;
    const progress =
      this.#framing.by === 'chunks' ? this.#readChunks(octets) : this.#readPlain(octets);
    if (progress !== 'more' || this.#received <= octetsMax) return progress;
    return this.#break(`body of more than ${octetsMax} octets`);
  }

  /** The sender has closed its side. */
  end(): BodyProgress {
    return this.#framing.by === 'close' ? 'complete' : this.#break('body cut short');
  }

  #readPlain(octets: Buffer): BodyProgress {
    if (this.#framing.by === 'close') {
      this.#keep(octets);
      this.consumed = octets.length;
      return 'more';
    }
    const data = octets.subarray(0, this.#left);
    this.consumed = data.length;
    this.#left -= data.length;
    this.#keep(data);
    return this.#left === 0 ? 'complete' : 'more';
  }

  #readChunks(octets: Buffer): BodyProgress {
    const progress = this.#chunks.read(octets);
    this.consumed = this.#chunks.consumed;
    return progress === 'broken' ? this.#break(this.#chunks.fault) : progress;
  }

  /** Copies, since the octets stand in a buffer that the next read overwrites. */
  #keep(octets: Buffer): void {
    const room = keptMax - this.#kept.length;
    if (room <= 0 || octets.length === 0) return;
    this.#kept = Buffer.concat([this.#kept, octets.subarray(0, room)]);
  }

  #break(fault: string): BodyProgress {
    this.fault = fault;
    return 'broken';
  }
}
