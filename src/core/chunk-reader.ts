/**
 * The chunked transfer coding of HTTP/1.1 (RFC 9112 §7.1): octets go in, in whatever pieces, and data
 * comes out. Strict: where a body ends, two readers must not differ.
 */

export type ChunkProgress = 'more' | 'complete' | 'broken';

type ChunkReaderOptions = {
  /** A chunk that announces more is not waited for. */
  readonly chunkBytesMax: number;
  /** Is given the data as it comes, in the caller's own buffer; false: no more of it in this call. */
  readonly take: (data: Buffer) => boolean;
};

/** A chunk's size with its extensions, or a trailer. */
const lineBytesMax = 1_024;
const trailersMax = 64;

const sizeLine = /^(?<size>[0-9a-f]{1,8})(?:[ \t]*;.*)?$/i;
/** RFC 9110 §5.5: no CR, LF, NUL or other control characters but the tab. */
const strayCharacter = /[^\t\x20-\x7e\x80-\xff]/;

export class ChunkReader {
  /** What is wrong with the coding, once it is broken. */
  fault = '';
  /** Octets of the last `read` that belonged to the body. */
  consumed = 0;

  readonly #options: ChunkReaderOptions;
  #expects: 'size' | 'data' | 'data end' | 'trailer' = 'size';
  /** Octets of the current chunk that are still to come. */
  #left = 0;
  #line = '';
  #trailers = 0;

  constructor(options: ChunkReaderOptions) {
    this.#options = options;
  }

  /** Size CRLF data CRLF, again and again, then 0 CRLF trailers CRLF. */
  read(octets: Buffer): ChunkProgress {
    let at = 0;
    let progress: ChunkProgress = 'more';
    while (at < octets.length && progress === 'more') {
      if (this.#expects === 'data') {
        const data = octets.subarray(at, at + this.#left);
        at += data.length;
        if (!this.#takeData(data)) break;
      } else {
        const end = octets.indexOf(0x0a, at) + 1;
        progress = this.#takeLine(octets.subarray(at, end === 0 ? octets.length : end));
        at = end === 0 ? octets.length : end;
      }
    }
    this.consumed = at;
    return progress;
  }

  #takeData(data: Buffer): boolean {
    this.#left -= data.length;
    if (this.#left === 0) this.#expects = 'data end';
    return this.#options.take(data);
  }

  /** A line, or as much of it as there is. */
  #takeLine(octets: Buffer): ChunkProgress {
    this.#line += octets.toString('latin1', 0, lineBytesMax);
    if (this.#line.length >= lineBytesMax) return this.#break('chunk line without an end');
    if (!this.#line.endsWith('\n')) return 'more';
    if (!this.#line.endsWith('\r\n')) return this.#break('chunk line that ends without CR');
    const line = this.#line.slice(0, -2);
    this.#line = '';
    if (strayCharacter.test(line)) return this.#break('chunk line with a control character');
    return this.#readLine(line);
  }

  #readLine(line: string): ChunkProgress {
    if (this.#expects === 'size') return this.#readSize(line);
    if (this.#expects === 'trailer') return this.#passTrailer(line);
    this.#expects = 'size';
    return line === '' ? 'more' : this.#break('chunk longer than its size');
  }

  #readSize(line: string): ChunkProgress {
    const size = sizeLine.exec(line)?.groups?.['size'];
    if (size === undefined) return this.#break('chunk without a size');
    this.#left = Number.parseInt(size, 16);
    if (this.#left > this.#options.chunkBytesMax) {
      return this.#break(`chunk of ${this.#left} octets`);
    }
    this.#expects = this.#left === 0 ? 'trailer' : 'data';
    return 'more';
  }

  /** §7.1.2: trailers may be discarded. */
  #passTrailer(line: string): ChunkProgress {
    if (line === '') return 'complete';
    this.#trailers += 1;
    return this.#trailers > trailersMax ? this.#break(`more than ${trailersMax} trailers`) : 'more';
  }

  #break(fault: string): ChunkProgress {
    this.fault = fault;
    return 'broken';
  }
}
