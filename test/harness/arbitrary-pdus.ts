/** Any PDU that SMPP can say, and octets that it cannot. */
import fc from 'fast-check';
import { unreachable } from '#core/assert.ts';
import { commandTable, type Field } from '#sms/smpp/commands.ts';
import type { Command, Pdu, PduOf } from '#sms/smpp/pdu.ts';

/** With the prototype of what the codec makes, so that the two are deeply equal. */
function record<Value>(
  model: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> },
): fc.Arbitrary<Value> {
  return fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<Value>;
}

const octet = fc.integer({ min: 0, max: 0xff });

/** A C-octet string holds any octet but NUL. */
function text(bytesMax: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 1, max: 0xff }), { maxLength: Math.min(bytesMax - 1, 70) })
    .map((codes) => String.fromCharCode(...codes));
}

function octets(maxLength: number): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
}

const address = (bytesMax: number) => record({ ton: octet, npi: octet, address: text(bytesMax) });

const destination = fc.oneof(address(21), record({ list: text(21) }));

const failed = record({
  ton: octet,
  npi: octet,
  address: text(21),
  status: fc.integer({ min: 0, max: 0xffff_ffff }),
});

const tlv = record({ tag: fc.integer({ min: 0, max: 0xffff }), value: octets(40) });

function fieldValue(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
      return text(field.bytesMax);
    case 'octet':
      return octet;
    case 'address':
      return address(field.bytesMax);
    case 'octets':
      return octets(254);
    case 'destinations':
      return fc.array(destination, { maxLength: 6 });
    case 'failed':
      return fc.array(failed, { maxLength: 6 });
    default:
      return unreachable(field);
  }
}

/** Any PDU of one command. */
export function pduOf<Name extends Command>(command: Name): fc.Arbitrary<PduOf<Name>> {
  const fields: readonly Field[] = commandTable[command].fields;
  const values = Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)]));
  const body = record({ ...values, tlvs: fc.array(tlv, { maxLength: 5 }) });
  return record({
    command: fc.constant(command),
    status: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff_ffff })),
    sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
    body,
  }) as unknown as fc.Arbitrary<PduOf<Name>>;
}

export const anyPdu: fc.Arbitrary<Pdu> = fc.oneof(
  ...(Object.keys(commandTable) as Command[]).map((command) => pduOf(command) as fc.Arbitrary<Pdu>),
);
