/** Cuts a stream of octets into PDUs, each as long as its first four octets say (SMPP 3.4 §3.2). */

/** command_length, command_id, command_status and sequence_number. */
export const headerBytes = 16;

/** A 64 KB message_payload with everything around it. */
export const maxPduBytesDefault = 81_920;

/** The length cannot be true, so nothing after it can be read either. */
export const streamLost = Symbol('stream lost');

/**
 * Takes chunks of any size. A PDU inside one chunk is handed out as a piece of it, good until the
 * turn ends; one that spans chunks is gathered in a buffer of its own size, so that an octet at a
 * time costs no more than all at once and nothing above `maxPduBytes` is ever allocated.
 */
export class Framer {
  readonly #maxPduBytes: number;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  readonly #length = Buffer.alloc(4);
  #lengthBytes = 0;
  #gathering: Buffer | undefined;
  #gathered = 0;
  #lost = false;

  constructor(maxPduBytes: number = maxPduBytesDefault) {
    this.#maxPduBytes = maxPduBytes;
  }

  /** Whether octets wait here for `next`. */
  get waiting(): boolean {
    return this.#at < this.#chunk.length;
  }

  push(chunk: Buffer): void {
    if (this.#lost) return;
    this.#chunk = this.waiting ? Buffer.concat([this.#chunk.subarray(this.#at), chunk]) : chunk;
    this.#at = 0;
  }

  /** The next whole PDU; `undefined` when more octets are needed. */
  next(): Buffer | typeof streamLost | undefined {
    if (this.#lost) return streamLost;
    if (this.#gathering !== undefined) return this.#gather(this.#gathering);
    if (this.#lengthBytes === 0 && this.#chunk.length - this.#at >= 4) return this.#cut();
    return this.#gatherLength();
  }

  /** The common case: the length and usually the whole PDU stand in this chunk. */
  #cut(): Buffer | typeof streamLost | undefined {
    const from = this.#at;
    const bytes = this.#chunk.readUInt32BE(from);
    if (!this.#isPossible(bytes)) return this.#lose();
    if (this.#chunk.length - from < bytes) return this.#startGathering(bytes);
    this.#at = from + bytes;
    return this.#chunk.subarray(from, this.#at);
  }

  #startGathering(bytes: number): Buffer | undefined {
    this.#gathering = Buffer.allocUnsafe(bytes);
    this.#gathered = 0;
    return this.#gather(this.#gathering);
  }

  #gather(pdu: Buffer): Buffer | undefined {
    const copied = this.#chunk.copy(pdu, this.#gathered, this.#at);
    this.#at += copied;
    this.#gathered += copied;
    if (this.#gathered < pdu.length) return undefined;
    this.#gathering = undefined;
    return pdu;
  }

  /** A chunk ended within the length itself. */
  #gatherLength(): Buffer | typeof streamLost | undefined {
    const copied = this.#chunk.copy(this.#length, this.#lengthBytes, this.#at);
    this.#at += copied;
    this.#lengthBytes += copied;
    if (this.#lengthBytes < 4) return undefined;
    const bytes = this.#length.readUInt32BE(0);
    if (!this.#isPossible(bytes)) return this.#lose();
    this.#lengthBytes = 0;
    this.#gathering = Buffer.allocUnsafe(bytes);
    this.#gathered = this.#length.copy(this.#gathering);
    return this.#gather(this.#gathering);
  }

  #isPossible(bytes: number): boolean {
    return bytes >= headerBytes && bytes <= this.#maxPduBytes;
  }

  #lose(): typeof streamLost {
    this.#lost = true;
    this.#chunk = Buffer.alloc(0);
    this.#at = 0;
    return streamLost;
  }
}
