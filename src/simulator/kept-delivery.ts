/** What the built-in operator owes its clients, as it is kept for the process after this one. */
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { status } from '#sms/smpp/status.ts';

export type KeptDelivery = {
  /** Given by the operator, ever greater ones. */
  readonly id: number;
  /** Whose binds it is for. */
  readonly systemId: string;
  readonly dueAtMs: number;
  /** The deliver_sm, header included. */
  readonly pdu: Uint8Array;
};

/** How the operator keeps them; what it owes without this ends with its process. */
export interface Keeping {
  /** Settles when they are durable. */
  keep(deliveries: readonly KeptDelivery[]): Promise<void>;
  /** In a while: one that is not forgotten in time is delivered again. */
  forget(id: number): void;
  hasten(byMs: number): Promise<void>;
}

export function encodeDelivery(message: DeliverSm): Uint8Array {
  return encodePdu({ command: 'deliver_sm', status: status.ok, sequence: 1, body: message });
}

/** Undefined for what this version did not write. */
export function decodeDelivery(pdu: Uint8Array): DeliverSm | undefined {
  const octets = Buffer.from(pdu.buffer, pdu.byteOffset, pdu.byteLength);
  const decoded = decodePdu(octets);
  if (decoded.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') return undefined;
  return decoded.pdu.body;
}
