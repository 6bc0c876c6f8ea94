/** The reading half of a session: octets become PDUs, as long as the session wants more of them. */
import { unreachable } from '#core/assert.ts';
import { decodePdu } from './decode.ts';
import { Framer, streamLost } from './framer.ts';
import type { Command, Pdu } from './pdu.ts';
import type { PduError } from './session-types.ts';
import type { Wire } from './wire.ts';

type IntakePorts = {
  readonly wire: Pick<Wire, 'pause' | 'resume'>;
  readonly take: (pdu: Pdu) => void;
  /** A request that ended inside a mandatory field. */
  readonly takeCutShort: (command: Command, sequence: number, octets: Buffer) => void;
  readonly takeUnknown: (sequence: number) => void;
  /** Where the next PDU begins is unknown. */
  readonly streamLost: () => void;
  readonly pduError: (kind: PduError) => void;
};

export class Intake {
  readonly #ports: IntakePorts;
  readonly #framer: Framer;
  #isOpen = true;
  #isReading = true;

  constructor(maxPduBytes: number, ports: IntakePorts) {
    this.#framer = new Framer(maxPduBytes);
    this.#ports = ports;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  push(chunk: Buffer): void {
    this.#framer.push(chunk);
    this.#work();
  }

  /** After the PDU at hand no further one is taken; TCP tells the peer to wait. */
  stop(): void {
    this.#isReading = false;
    this.#ports.wire.pause();
  }

  readOn(): void {
    if (this.#isReading || !this.#isOpen) return;
    this.#isReading = true;
    this.#ports.wire.resume();
    this.#work();
  }

  close(): void {
    this.#isOpen = false;
  }

  #work(): void {
    while (this.#isReading && this.#isOpen) {
      const octets = this.#framer.next();
      if (octets === undefined) return;
      if (octets === streamLost) this.#ports.streamLost();
      else this.#take(octets);
    }
  }

  #take(octets: Buffer): void {
    const decoded = decodePdu(octets);
    switch (decoded.kind) {
      case 'pdu':
        if (decoded.stray) this.#ports.pduError('stray octets');
        this.#ports.take(decoded.pdu);
        break;
      case 'cut short':
        this.#ports.pduError('cut short');
        this.#ports.takeCutShort(decoded.command, decoded.sequence, octets);
        break;
      case 'unknown request':
        this.#ports.pduError('unknown request');
        this.#ports.takeUnknown(decoded.sequence);
        break;
      case 'unknown response':
        // SMPP 3.4 §4.3: a response is never answered, not even by a generic_nack.
        this.#ports.pduError('unknown response');
        break;
      default:
        unreachable(decoded);
    }
  }
}
