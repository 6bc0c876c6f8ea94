/** A datagram: scanned, judged and answered; what we answer can be read, whatever we were told. */
import assert from 'node:assert/strict';
import { DigestClient } from '#numbers/sip/digest.ts';
import { DigestServer } from '#numbers/sip/digest-server.ts';
import { type SipRequest, type SipResponse, scanDatagram } from '#numbers/sip/message.ts';
import { sdpOf } from '#numbers/sip/multipart.ts';
import { isTooShort, readGrant } from '#numbers/sip/session-timer.ts';
import {
  judgeRequest,
  judgeResponse,
  refuseContent,
  refuseExtensions,
} from '#numbers/sip/validate.ts';
import { stampVia } from '#numbers/sip/via.ts';
import { replyTo, writeResponse } from '#numbers/sip/write-message.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { Target } from '../engine/target.ts';
import { sipSeeds } from './sip-seeds.ts';

const source = { transport: 'udp', address: '192.0.2.1', port: 9 } as const;
const credentials = { user: 'c', password: 'x' };
const server = new DigestServer('a', new HeldClock());

export const sipMessage: Target = {
  name: 'sip-message',
  protocol: 'sip',
  seeds: sipSeeds,
  read: (octets) => {
    const scanned = scanDatagram(octets);
    if (!scanned.ok) return;
    if (scanned.message.kind === 'request') answer(scanned.message);
    else take(scanned.message);
  },
};

function answer(request: SipRequest): void {
  const stamped = stampVia(request, { ...source, localAddress: '', localPort: 0 });
  const judged = judgeRequest(stamped);
  const refused = judged.ok ? (refuseExtensions(request) ?? refuseContent(request)) : judged;
  isTooShort(request.headers);
  sdpOf(request);
  server.judge(request, source, () => credentials);
  const reply = writeResponse(replyTo(stamped, { status: 200, ...refused, toTag: 'fuzz' }));
  assert.ok(scanDatagram(reply).ok, reply.toString('latin1'));
}

function take(response: SipResponse): void {
  judgeResponse(response);
  readGrant(response.headers, 1_800);
  const client = new DigestClient(credentials, () => 'token');
  if (client.take(response, 0)) client.authorize({ method: 'INVITE', uri: 'sip:b' });
}
