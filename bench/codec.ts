/**
 * `codec`: how many SMPP PDUs and SIP datagrams a second one thread writes and reads, with the guards of the sockets
 * and without, beside npm `smpp` where that is installed.
 */
import { createRequire } from 'node:module';
import { must } from '#core/assert.ts';
import { boundary, dropped } from '#core/boundary.ts';
import { scanDatagram } from '#numbers/sip/message.ts';
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Pdu } from '#sms/smpp/pdu.ts';
import { type Turn, timeTurns } from './turns.ts';

const text = 'Your code is 123456. It is good for ten minutes.';

const submit: Pdu = {
  command: 'submit_sm',
  status: 0,
  sequence: 7,
  body: {
    ...blankBody('submit_sm'),
    source: { ton: 5, npi: 0, address: 'Acme' },
    destination: { ton: 1, npi: 1, address: '33612345678' },
    validityPeriod: '000002000000000R',
    registeredDelivery: 1,
    shortMessage: Buffer.from(text),
  },
};

const answer: Pdu = {
  command: 'submit_sm_resp',
  status: 0,
  sequence: 7,
  body: { messageId: '5f1c2a90-77', tlvs: [] },
};

const invite = Buffer.from(
  [
    'INVITE sip:+33755000001@sms.example.com SIP/2.0',
    'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK776asdhds;rport',
    'Max-Forwards: 70',
    'From: <sip:+33612345678@carrier.example>;tag=1928301774',
    'To: <sip:+33755000001@sms.example.com>',
    'Call-ID: a84b4c76e66710@192.0.2.1',
    'CSeq: 314159 INVITE',
    'Contact: <sip:+33612345678@192.0.2.1:5060>',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n'),
);

/** As those of the sockets are: one around what came, and one more entered for the request in it. */
const chunks = boundary('bench.chunk', 'socket event');
const requests = boundary('bench.request', 'promise');
const takeChunk = chunks.guard((octets: Buffer) => {
  try {
    requests.enter();
    decodePdu(octets);
  } catch (error) {
    requests.caught(error);
  }
}, dropped);
const takeDatagram = chunks.guard((octets: Buffer) => void scanDatagram(octets), dropped);
const takeNothing = chunks.guard(() => undefined, dropped);

/** What a message costs a client: it writes the submit and reads the answer. */
export async function runCodec(): Promise<boolean> {
  const octets = encodePdu(submit);
  const answered = encodePdu(answer);
  const turns: Turn[] = [
    { name: 'write submit_sm', run: () => encodePdu(submit) },
    { name: 'read submit_sm', run: () => decodePdu(octets) },
    { name: 'write submit_sm_resp', run: () => encodePdu(answer) },
    { name: 'read submit_sm_resp', run: () => decodePdu(answered) },
    { name: 'read submit_sm, guarded', run: () => takeChunk(octets) },
    { name: 'read INVITE', run: () => scanDatagram(invite) },
    { name: 'read INVITE, guarded', run: () => takeDatagram(invite) },
    { name: 'a guard around nothing', run: () => takeNothing() },
  ];
  const other = findOther();
  if (other !== undefined) turns.push(...turnsOf(other, octets));
  process.stdout.write(timeTurns(turns));
  if (other === undefined) process.stdout.write('npm smpp is not installed: nothing beside it.\n');
  return decodePdu(octets).kind === 'pdu';
}

/** As far as it is used here. */
type OtherPdu = { toBuffer(): Buffer };
type Other = {
  readonly PDU: {
    new (command: string, fields: Readonly<Record<string, unknown>>): OtherPdu;
    fromBuffer(octets: Buffer): unknown;
  };
};

/** No dependency of ours: to compare, install it. */
const otherPackage = 'smpp';

function findOther(): Other | undefined {
  const require = createRequire(import.meta.url);
  try {
    require.resolve(otherPackage);
  } catch {
    return undefined;
  }
  return require(otherPackage) as Other;
}

function turnsOf({ PDU }: Other, octets: Buffer): readonly Turn[] {
  const fields = {
    sequence_number: 7,
    source_addr_ton: 5,
    source_addr: 'Acme',
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: '33612345678',
    validity_period: '000002000000000R',
    registered_delivery: 1,
    short_message: text,
  };
  return [
    { name: 'npm smpp: write submit_sm', run: () => new PDU('submit_sm', fields).toBuffer() },
    {
      name: 'npm smpp: read submit_sm',
      run: () => must(PDU.fromBuffer(octets), 'PDU that npm smpp reads'),
    },
  ];
}
