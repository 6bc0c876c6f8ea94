/**
 * Finds the end of a response's body and keeps its beginning. What comes after the end, or past the
 * bound, is told by how far a piece was read.
 */
import type { Framing } from './head.ts';

export type BodyProgress = 'more' | 'complete' | 'broken';

/** A receiver's answer is a word; past this its connection is closed. */
const octetsMax = 65_536;
/** What the attempt log shows of it. */
const keptMax = 4_096;
/** A chunk's size line with its extensions. */
const sizeLineMax = 1_024;

const sizeLine = /^(?<size>[0-9a-f]{1,8})(?:[ \t]*;.*)?$/i;
const nothing = Buffer.alloc(0);

export class ResponseBody {
  /** What is wrong with it, once it is broken. */
  fault = '';
  /** Octets of the last `read` that belonged to the body. */
  consumed = 0;

  readonly #framing: Framing;
  #received = 0;
  #kept = nothing;
  /** Octets of the body, or of the current chunk, that are still to come. */
  #left: number;
  #chunkPart: 'size' | 'data' | 'data end' | 'trailer' = 'size';
  #line = '';

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
    this.consumed = this.#take(octets, 0);
    return this.#left === 0 ? 'complete' : 'more';
  }

  /** RFC 9112 §7.1: size CRLF data CRLF, again and again, then 0 CRLF trailers CRLF. */
  #readChunks(octets: Buffer): BodyProgress {
    let at = 0;
    while (at < octets.length) {
      if (this.#chunkPart === 'data') {
        at += this.#take(octets, at);
        if (this.#left === 0) this.#chunkPart = 'data end';
        continue;
      }
      const end = octets.indexOf(0x0a, at);
      const stop = end < 0 ? octets.length : end + 1;
      this.#line += octets.toString('latin1', at, Math.min(stop, at + sizeLineMax));
      at = stop;
      if (this.#line.length >= sizeLineMax) return this.#break('chunk line without an end');
      if (end < 0) return 'more';
      const progress = this.#readLine();
      if (progress !== 'more') {
        this.consumed = at;
        return progress;
      }
    }
    return 'more';
  }

  #readLine(): BodyProgress {
    if (!this.#line.endsWith('\r\n')) return this.#break('chunk line that ends without CR');
    const line = this.#line.slice(0, -2);
    this.#line = '';
    if (this.#chunkPart === 'size') return this.#readSize(line);
    if (this.#chunkPart === 'trailer') return line === '' ? 'complete' : 'more';
    this.#chunkPart = 'size';
    return line === '' ? 'more' : this.#break('chunk longer than its size');
  }

  #readSize(line: string): BodyProgress {
    const size = sizeLine.exec(line)?.groups?.['size'];
    if (size === undefined) return this.#break('chunk without a size');
    this.#left = Number.parseInt(size, 16);
    if (this.#left > octetsMax) return this.#break(`chunk of ${this.#left} octets`);
    this.#chunkPart = this.#left === 0 ? 'trailer' : 'data';
    return 'more';
  }

  /** Takes what is left of the data, or as much as there is; answers how much. */
  #take(octets: Buffer, at: number): number {
    const taken = Math.min(this.#left, octets.length - at);
    this.#left -= taken;
    this.#keep(octets.subarray(at, at + taken));
    return taken;
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
