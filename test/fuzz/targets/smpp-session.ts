/** A stream of octets on a session of either role: it ends, or it still answers an enquire_link. */
import assert from 'node:assert/strict';
import { encodePdu } from '#sms/smpp/encode.ts';
import { openBound, openSession, pdu } from '#test/harness/smpp-session.ts';
import { inReads, readsOf } from '../engine/reads.ts';
import type { Target } from '../engine/target.ts';
import { pduSeeds } from './smpp-seeds.ts';

const probe = encodePdu(pdu('enquire_link', 0xfff_0000));

/** The highest bit of the first octet says whose side it is. */
export const smppSession: Target = {
  name: 'smpp-session',
  protocol: 'smpp',
  seeds: pduSeeds.flatMap((octets) => [
    ...inReads(octets),
    Buffer.concat([Buffer.of(128 + 15), octets, octets]),
  ]),
  read: async (octets) => {
    const isClient = (octets[0] ?? 0) < 128;
    const opened = isClient ? await openBound() : openAsServer();
    const { session, wire, told, clock } = opened;
    for (const read of readsOf(octets)) session.received(read);
    await turns();
    wire.flush();
    if (told.closed !== undefined) return;
    if (await answers(opened)) return;
    // Octets of a PDU that is not whole swallow the question: silence then ends the session.
    clock.advance(120_000);
    assert.notEqual(told.closed, undefined, 'deaf for ever');
  },
};

function openAsServer(): ReturnType<typeof openSession> {
  return openSession({
    role: 'smsc',
    bindRequested: ({ systemId }) => (systemId === 'SMPP3TEST' ? 0 : 0x0d),
  });
}

/** Or has ended, since the question completed what came before it. */
async function answers({ session, wire, told }: ReturnType<typeof openSession>): Promise<boolean> {
  session.received(probe);
  await turns();
  return told.closed !== undefined || wire.sent().some(({ sequence }) => sequence === 0xfff_0000);
}

/** A bind is answered after a few turns, and what came behind it is read then. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await Promise.resolve();
}
