/** A wire that leads nowhere: it keeps what an SMPP session sends, for a test to read. */
import { decodePdu } from '#sms/smpp/decode.ts';
import { Framer } from '#sms/smpp/framer.ts';
import type { Pdu } from '#sms/smpp/pdu.ts';
import type { Wire } from '#sms/smpp/wire.ts';

export class MemoryWire implements Wire {
  write = 1;
  isWritable = true;
  isPaused = false;
  closed: 'ended' | 'destroyed' | undefined;
  #turn: Buffer[] = [];

  send(octets: Buffer): void {
    this.#turn.push(octets);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  end(): void {
    this.closed = 'ended';
    this.write++;
  }

  destroy(): void {
    this.closed = 'destroyed';
  }

  /** Ends the turn: what was sent since the last call has now been written. */
  flush(): Buffer {
    const octets = Buffer.concat(this.#turn);
    this.#turn = [];
    this.write++;
    return octets;
  }

  /** The same, read as PDUs. */
  sent(): Pdu[] {
    return pdusIn(this.flush());
  }
}

/** Whole, good PDUs. */
export function pdusIn(octets: Buffer): Pdu[] {
  const framer = new Framer();
  framer.push(octets);
  const pdus: Pdu[] = [];
  for (let pdu = framer.next(); Buffer.isBuffer(pdu); pdu = framer.next()) {
    const decoded = decodePdu(pdu);
    if (decoded.kind === 'pdu') pdus.push(decoded.pdu);
  }
  return pdus;
}
