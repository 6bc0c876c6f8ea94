/** One PDU: what is read of it can be written again, and read in the same way. */
import assert from 'node:assert/strict';
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu, UnfitField } from '#sms/smpp/encode.ts';
import { headerBytes } from '#sms/smpp/framer.ts';
import type { Target } from '../engine/target.ts';
import { pduSeeds } from './smpp-seeds.ts';

export const smppPdu: Target = {
  name: 'smpp-pdu',
  protocol: 'smpp',
  seeds: pduSeeds,
  read: (octets) => {
    if (octets.length < headerBytes) return;
    octets.writeUInt32BE(octets.length);
    const decoded = decodePdu(octets);
    if (decoded.kind !== 'pdu') return;
    const again = encodeIfFit(decoded.pdu);
    if (again !== undefined) assert.equal(decodePdu(again).kind, 'pdu');
  },
};

/** What a peer may send is more than what we send. */
function encodeIfFit(pdu: Parameters<typeof encodePdu>[0]): Buffer | undefined {
  try {
    return encodePdu(pdu);
  } catch (error) {
    if (error instanceof UnfitField) return undefined;
    throw error;
  }
}
