/** `codec`: how many SMPP PDUs a second one thread writes and reads, beside npm `smpp` where that is installed. */
import { createRequire } from 'node:module';
import { must } from '#core/assert.ts';
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

/** What a message costs a client: it writes the submit and reads the answer. */
export async function runCodec(): Promise<boolean> {
  const octets = encodePdu(submit);
  const answered = encodePdu(answer);
  const turns: Turn[] = [
    { name: 'write submit_sm', run: () => encodePdu(submit) },
    { name: 'read submit_sm', run: () => decodePdu(octets) },
    { name: 'write submit_sm_resp', run: () => encodePdu(answer) },
    { name: 'read submit_sm_resp', run: () => decodePdu(answered) },
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

/** No dependency of ours: whoever wants to compare installs it. */
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
