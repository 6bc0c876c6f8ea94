/** Node's message of a request, whose headers are read by our rules: once, for Node asks for them as well. */
import { IncomingMessage } from 'node:http';
import { type FieldsReading, readHeaders } from './request-headers.ts';

/** Takes a body as the parser reads it. */
export type BodyTaker = {
  readonly take: (octets: Buffer) => void;
  readonly end: () => void;
};

export class RequestMessage extends IncomingMessage {
  #fields: FieldsReading | undefined;
  #taker: BodyTaker | undefined;
  #isStreamed = false;

  get fields(): FieldsReading {
    this.#fields ??= readHeaders(this.rawHeaders);
    return this.#fields;
  }

  /**
   * The body does not pass through the stream, where it is not to be paused. False where some of it has come already, as
   * behind another request: that is in the stream.
   */
  giveTo(taker: BodyTaker): boolean {
    if (this.#isStreamed) return false;
    this.#taker = taker;
    // Node then throws nothing away behind the reply: what still comes is dropped here.
    Object.assign(this, { _consumed: true });
    return true;
  }

  /** What the parser has read; null is the end. */
  override push(octets: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#taker === undefined) {
      this.#isStreamed = true;
      return super.push(octets, encoding);
    }
    if (octets === null) this.#taker.end();
    else this.#taker.take(octets);
    return true;
  }
}

// As an accessor, which the type of a class that declares a property does not allow.
Object.defineProperty(RequestMessage.prototype, 'headers', {
  get(this: RequestMessage) {
    return this.fields.headers;
  },
});
