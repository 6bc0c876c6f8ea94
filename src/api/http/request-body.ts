/** The body of one request as its octets arrive: whole and bounded, or read to its end and thrown away. */
import { ChunkReader } from '#core/chunk-reader.ts';
import { bodyBytesMax } from './http-message.ts';
import type { Framing } from './request-head.ts';

/** `too large` is said once; after that the body has to be discarded. */
export type BodyProgress = 'more' | 'complete' | 'too large' | 'broken';

/** A body that comes a byte at a time is joined this often: a piece costs far more memory than its byte. */
const piecesMax = 256;
const pieceBytesMin = 4_096;
/** What a chunk's size can say: one that is too large is read to its end too. */
const chunkBytesMax = 0xff_ff_ff_ff;

const nothing = Buffer.alloc(0);

export class RequestBody {
  /** Octets of the last `read` that belonged to the body. */
  consumed = 0;

  /** Undefined where the length is known. */
  readonly #chunks: ChunkReader | undefined;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #discards = false;
  #bytesMax = bodyBytesMax;
  /** Octets that are still to come, where the length is known. */
  #left: number;

  constructor(framing: Framing) {
    this.#left = framing.by === 'length' ? framing.octets : 0;
    if (framing.by === 'chunks') {
      this.#chunks = new ChunkReader({ chunkBytesMax, take: (data) => this.#take(data) });
    }
  }

  /** What arrives from now on is read and thrown away, so that the client gets to hear its refusal. */
  discard(): void {
    this.#discards = true;
    this.#pieces = [];
  }

  /** It may have as many octets, also where it was too large before. */
  allow(bytesMax: number): void {
    this.#bytesMax = bytesMax;
  }

  /** All of it, once it is complete. */
  join(): Buffer {
    const [first = nothing] = this.#pieces;
    return this.#pieces.length <= 1 ? first : Buffer.concat(this.#pieces);
  }

  read(octets: Buffer): BodyProgress {
    const progress =
      this.#chunks === undefined ? this.#readPlain(octets) : this.#readChunks(this.#chunks, octets);
    if (progress === 'broken' || this.#discards || this.#bytes <= this.#bytesMax) return progress;
    return 'too large';
  }

  #readPlain(octets: Buffer): BodyProgress {
    const data = octets.subarray(0, this.#left);
    this.consumed = data.length;
    this.#left -= data.length;
    this.#take(data);
    return this.#left === 0 ? 'complete' : 'more';
  }

  #readChunks(chunks: ChunkReader, octets: Buffer): BodyProgress {
    const progress = chunks.read(octets);
    this.consumed = chunks.consumed;
    return progress;
  }

  /** Answers whether more may be taken. */
  #take(data: Buffer): boolean {
    if (this.#discards || data.length === 0) return true;
    this.#bytes += data.length;
    // A large one less often: each joining moves all of it.
    const most = Math.max(piecesMax, this.#bytes / pieceBytesMin);
    if (this.#pieces.length >= most) this.#pieces = [Buffer.concat(this.#pieces)];
    this.#pieces.push(data);
    return this.#bytes <= this.#bytesMax;
  }
}
