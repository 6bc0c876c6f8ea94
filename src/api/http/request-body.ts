/** The body of one request as it arrives: joined where it is whole, and never larger than it may be. */
import type { IncomingMessage } from 'node:http';
import { boundary, type End } from '#core/boundary.ts';

export type BodyReader = {
  /** So many octets more; false: they are not wanted, nor is what follows. */
  readonly arrived: (bytes: number) => boolean;
  readonly complete: (body: Buffer) => void;
  readonly failed: End;
};

/** A body that comes a byte at a time is joined this often: a piece costs far more memory than its byte. */
const piecesMax = 256;
const pieceBytesMin = 4_096;

const bodies = boundary('http.body', 'socket event');

export class RequestBody {
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(message: IncomingMessage, { arrived, complete, failed }: BodyReader) {
    const take = bodies.guard((octets: Buffer) => {
      this.#add(octets);
      if (!arrived(octets.length)) this.#stop(message, take, end);
    }, failed);
    const end = bodies.guard(() => complete(this.#join()), failed);
    message.on('data', take).on('end', end);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** What follows is read and thrown away, so that the client gets to hear its refusal. */
  #stop(message: IncomingMessage, take: (octets: Buffer) => void, end: () => void): void {
    message.off('data', take).off('end', end).resume();
    this.#pieces = [];
  }

  #add(octets: Buffer): void {
    this.#bytes += octets.length;
    // A large one less often: each joining moves all of it.
    const most = Math.max(piecesMax, this.#bytes / pieceBytesMin);
    if (this.#pieces.length >= most) this.#pieces = [Buffer.concat(this.#pieces)];
    this.#pieces.push(octets);
  }

  #join(): Buffer {
    const [first = Buffer.alloc(0)] = this.#pieces;
    return this.#pieces.length <= 1 ? first : Buffer.concat(this.#pieces);
  }
}
