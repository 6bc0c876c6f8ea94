/** The body of one request as it arrives: joined where it is whole, and never larger than it may be. */
import { boundary, type End } from '#core/boundary.ts';
import type { RequestMessage } from './request-message.ts';

export type BodyReader = {
  /** So many octets more; false: they are not wanted, nor is what follows. */
  readonly arrived: (bytes: number) => boolean;
  readonly complete: (body: Buffer) => void;
  readonly failed: End;
  /** It is as long as its head says, and read without a pause. */
  readonly isShort: boolean;
};

/** A body that comes a byte at a time is joined this often: a piece costs far more memory than its byte. */
const piecesMax = 256;
const pieceBytesMin = 4_096;

const bodies = boundary('http.body', 'socket event');

export class RequestBody {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isStopped = false;

  constructor(message: RequestMessage, { arrived, complete, failed, isShort }: BodyReader) {
    const take = bodies.guard((octets: Buffer) => {
      if (this.#isStopped) return;
      this.#add(octets);
      if (!arrived(octets.length)) this.#stop(message, take, end);
    }, failed);
    const end = bodies.guard(() => {
      if (!this.#isStopped) complete(this.#join());
    }, failed);
    if (isShort && message.giveTo({ take, end })) return;
    message.on('data', take).on('end', end);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** What follows is read and thrown away, so that the client gets to hear its refusal. */
  #stop(message: RequestMessage, take: (octets: Buffer) => void, end: () => void): void {
    this.#isStopped = true;
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
