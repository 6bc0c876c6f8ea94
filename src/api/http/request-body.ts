/** The body of one request as its octets arrive: whole and bounded, or read to its end and thrown away. */
import { bodyBytesMax } from './http-message.ts';
import { type Framing, strayCharacter } from './request-head.ts';

/** `too large` is said once; after that the body has to be discarded. */
export type BodyProgress = 'more' | 'complete' | 'too large' | 'broken';

/** A body that comes a byte at a time is joined this often: a piece costs far more memory than its byte. */
const piecesMax = 256;
/** A chunk's size with its extensions, or a trailer. */
const lineBytesMax = 1_024;
const trailersMax = 64;

const sizeLine = /^(?<size>[0-9a-f]{1,8})(?:[ \t]*;.*)?$/i;
const nothing = Buffer.alloc(0);

export class RequestBody {
  /** Octets of the last `read` that belonged to the body. */
  consumed = 0;

  readonly #framing: Framing;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #discards = false;
  /** Octets of the body, or of the current chunk, that are still to come. */
  #left: number;
  #chunkPart: 'size' | 'data' | 'data end' | 'trailer' = 'size';
  #line = '';
  #trailers = 0;

  constructor(framing: Framing) {
    this.#framing = framing;
    this.#left = framing.by === 'length' ? framing.octets : 0;
  }

  /** What arrives from now on is read and thrown away, so that the client gets to hear its refusal. */
  discard(): void {
    this.#discards = true;
    this.#pieces = [];
  }

  /** All of it, once it is complete. */
  join(): Buffer {
    const [first = nothing] = this.#pieces;
    return this.#pieces.length <= 1 ? first : Buffer.concat(this.#pieces);
  }

  read(octets: Buffer): BodyProgress {
    const progress =
      this.#framing.by === 'length' ? this.#readPlain(octets) : this.#readChunks(octets);
    if (progress === 'broken' || this.#discards || this.#bytes <= bodyBytesMax) return progress;
    return 'too large';
  }

  #readPlain(octets: Buffer): BodyProgress {
    this.consumed = this.#take(octets, 0);
    return this.#left === 0 ? 'complete' : 'more';
  }

  /** RFC 9112 §7.1: size CRLF data CRLF, again and again, then 0 CRLF trailers CRLF. */
  #readChunks(octets: Buffer): BodyProgress {
    let at = 0;
    let progress: BodyProgress = 'more';
    while (at < octets.length && progress === 'more') {
      if (this.#chunkPart === 'data') {
        at += this.#take(octets, at);
        if (this.#left === 0) this.#chunkPart = 'data end';
        if (this.#bytes > bodyBytesMax && !this.#discards) break;
      } else {
        const end = octets.indexOf(0x0a, at);
        const stop = end < 0 ? octets.length : end + 1;
        this.#line += octets.toString('latin1', at, Math.min(stop, at + lineBytesMax));
        at = stop;
        if (this.#line.length >= lineBytesMax) return 'broken';
        if (end >= 0) progress = this.#readLine();
      }
    }
    this.consumed = at;
    return progress;
  }

  #readLine(): BodyProgress {
    const line = this.#line.slice(0, -2);
    if (!this.#line.endsWith('\r\n') || strayCharacter.test(line)) return 'broken';
    this.#line = '';
    if (this.#chunkPart === 'size') return this.#readSize(line);
    if (this.#chunkPart === 'trailer') return this.#passTrailer(line);
    this.#chunkPart = 'size';
    return line === '' ? 'more' : 'broken';
  }

  #readSize(line: string): BodyProgress {
    const size = sizeLine.exec(line)?.groups?.['size'];
    if (size === undefined) return 'broken';
    this.#left = Number.parseInt(size, 16);
    this.#chunkPart = this.#left === 0 ? 'trailer' : 'data';
    return 'more';
  }

  /** RFC 9112 §7.1.2: trailers may be discarded. */
  #passTrailer(line: string): BodyProgress {
    if (line === '') return 'complete';
    this.#trailers += 1;
    return this.#trailers > trailersMax ? 'broken' : 'more';
  }

  /** Takes what is left of the data, or as much as there is; answers how much. */
  #take(octets: Buffer, at: number): number {
    const taken = Math.min(this.#left, octets.length - at);
    this.#left -= taken;
    if (this.#discards || taken === 0) return taken;
    this.#bytes += taken;
    if (this.#pieces.length === piecesMax) this.#pieces = [Buffer.concat(this.#pieces)];
    this.#pieces.push(octets.subarray(at, at + taken));
    return taken;
  }
}
