/** What a session writes: every PDU of ours passes here, and is shown to watchers. */
import { responseTo } from './commands.ts';
import { encodePdu } from './encode.ts';
import { blankBody } from './layout.ts';
import type { Command, Pdu } from './pdu.ts';
import { type Answer, noAnswer, type SessionHandlers } from './session-types.ts';
import type { Wire } from './wire.ts';

export class PduWriter {
  readonly #wire: Pick<Wire, 'send'>;
  readonly #handlers: Pick<SessionHandlers, 'seen'>;

  constructor(wire: Pick<Wire, 'send'>, handlers: Pick<SessionHandlers, 'seen'>) {
    this.#wire = wire;
    this.#handlers = handlers;
  }

  send(pdu: Pdu): void {
    this.write(encodePdu(pdu), pdu);
  }

  /** Of which the octets are made. */
  write(octets: Buffer, pdu: Pdu): void {
    this.#wire.send(octets);
    this.#handlers.seen?.('sent', pdu);
  }

  respond(request: Command, sequence: number, answer: Answer): void {
    if (answer === noAnswer) return;
    const command = responseTo(request);
    if (command === undefined) return;
    const body = answer.body ?? blankBody(command);
    this.send({ command, status: answer.status, sequence, body } as Pdu);
  }

  nack(code: number, sequence: number): void {
    const body = blankBody('generic_nack');
    this.send({ command: 'generic_nack', status: code, sequence, body });
  }
}
