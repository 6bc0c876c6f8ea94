/** Messages cut out of a stream by Content-Length (RFC 3261 §18.3), and the pings between them (RFC 5626 §3.5.1). */
import { bodyLengthOf, messageLimits, noBody, type SipMessage, scanHead } from '../message.ts';

export type Framed =
  | { readonly kind: 'message'; readonly message: SipMessage; readonly octets: Buffer }
  | { readonly kind: 'ping' }
  /** Nothing behind it can be read; where a message could be made of it, it wants an answer first. */
  | { readonly kind: 'broken'; readonly message: SipMessage | undefined };

const cr = 0x0d;
const lf = 0x0a;
const ping = '\r\n\r\n';

export class StreamFramer {
  #octets: Buffer = noBody;
  /** Up to here there is no end of a head. */
  #searched = 0;
  #isBroken = false;

  /** Octets of a message that is not whole yet are waiting. */
  get isInside(): boolean {
    return this.#octets.length > 0;
  }

  push(chunk: Buffer): void {
    if (this.#isBroken) return;
    this.#octets = this.#octets.length === 0 ? chunk : Buffer.concat([this.#octets, chunk]);
  }

  /** The next thing in the stream; `undefined` until more has come. */
  next(): Framed | undefined {
    if (this.#isBroken) return undefined;
    const breaks = this.#takeBreaks();
    if (breaks === 'ping') return { kind: 'ping' };
    if (breaks === 'more to come' || this.#octets.length === 0) return undefined;
    const end = this.#octets.indexOf('\r\n\r\n', this.#searched, 'latin1');
    if (end < 0) return this.#waitForHead();
    if (end > messageLimits.messageBytesMax) return this.#break(undefined);
    const scanned = scanHead(this.#octets.subarray(0, end));
    if (!scanned.ok) return this.#break(undefined);
    return this.#takeMessage(scanned.message, end + 4);
  }

  #waitForHead(): Framed | undefined {
    this.#searched = Math.max(0, this.#octets.length - 3);
    const isTooLong = this.#octets.length > messageLimits.messageBytesMax;
    return isTooLong ? this.#break(undefined) : undefined;
  }

  /** Two line breaks in a row ask for one in return; single ones are passed over, however many there are. */
  #takeBreaks(): 'ping' | 'more to come' | undefined {
    let at = 0;
    while (this.#octets[at] === cr || this.#octets[at] === lf) {
      const ahead = this.#octets.toString('latin1', at, at + ping.length);
      if (ahead === ping) {
        this.#drop(at + ping.length);
        return 'ping';
      }
      if (ping.startsWith(ahead)) {
        this.#drop(at);
        return 'more to come';
      }
      at += ahead.startsWith('\r\n') ? 2 : 1;
    }
    this.#drop(at);
    return undefined;
  }

  #takeMessage(message: SipMessage, bodyStarts: number): Framed | undefined {
    const length = bodyLengthOf(message.headers);
    // Without a length that can be believed nobody knows where the next message begins.
    const fault = length.ok ? 'Content-Length is missing' : length.reason;
    if (!length.ok || length.bytes === undefined) return this.#break({ ...message, fault });
    if (bodyStarts + length.bytes > messageLimits.messageBytesMax) {
      return this.#break({ ...message, fault: 'longer than 64 KB' });
    }
    const end = bodyStarts + length.bytes;
    if (this.#octets.length < end) return undefined;
    const octets = this.#octets.subarray(0, end);
    this.#drop(end);
    return { kind: 'message', message: { ...message, body: octets.subarray(bodyStarts) }, octets };
  }

  #drop(bytes: number): void {
    if (bytes === 0) return;
    this.#octets = this.#octets.subarray(bytes);
    this.#searched = 0;
  }

  #break(message: SipMessage | undefined): Framed {
    this.#isBroken = true;
    this.#octets = noBody;
    return { kind: 'broken', message };
  }
}
