import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import fixtures from '#fixtures/smpp/pdus.json' with { type: 'json' };
import { anyPdu } from '#test/harness/arbitrary-pdus.ts';
import { decodePdu } from './decode.ts';
import { encodePdu, UnfitField } from './encode.ts';
import { blankBody } from './layout.ts';
import type { Pdu, SubmitSm } from './pdu.ts';
import { integerTlv, makeIntegerTlv, makeTextTlv, tag, textTlv, userDataOf } from './tlv.ts';

/** JSON says octets as `{ "hex": … }`. */
function fromJson(pdu: unknown): Pdu {
  return JSON.parse(JSON.stringify(pdu), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'hex' in value
      ? Buffer.from(String(value.hex), 'hex')
      : value,
  ) as Pdu;
}

function submit(changes: Partial<SubmitSm>): Pdu {
  const body = { ...blankBody('submit_sm'), ...changes };
  return { command: 'submit_sm', status: 0, sequence: 1, body };
}

function unfitField(pdu: Pdu): string | undefined {
  try {
    encodePdu(pdu);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof UnfitField);
    return error.field;
  }
}

function addressOf(length: number): SubmitSm['source'] {
  return { ton: 1, npi: 1, address: '3'.repeat(length) };
}

function accepted(idLength: number): Pdu {
  const body = { messageId: 'a'.repeat(idLength), tlvs: [] };
  return { command: 'submit_sm_resp', status: 0, sequence: 1, body };
}

/** A submit_sm_resp with octets of our choice behind its header. */
function submitResponse(body: string): Buffer {
  const octets = Buffer.alloc(16 + body.length);
  octets.write(body, 16, 'latin1');
  octets.writeUInt32BE(octets.length, 0);
  octets.writeUInt32BE(0x8000_0004, 4);
  return octets;
}

function idIn(octets: Buffer): string {
  const decoded = decodePdu(octets);
  assert.ok(decoded.kind === 'pdu' && decoded.pdu.command === 'submit_sm_resp');
  return decoded.pdu.body.messageId;
}

suite('the PDUs of the standard', () => {
  for (const { name, hex, pdu } of fixtures.pdus) {
    test(name, () => {
      assert.deepEqual(decodePdu(Buffer.from(hex, 'hex')), {
        kind: 'pdu',
        pdu: fromJson(pdu),
        stray: false,
      });
      assert.equal(encodePdu(fromJson(pdu)).toString('hex'), hex.toLowerCase());
    });
  }
});

suite('the codec', () => {
  test('reads back what it wrote', () => {
    fc.assert(
      fc.property(anyPdu, (pdu) => {
        assert.deepEqual(decodePdu(encodePdu(pdu)), { kind: 'pdu', pdu, stray: false });
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps an error’s body that says something in a field of fixed size', () => {
    const body = { messageId: '', finalDate: '', messageState: 0, errorCode: 1, tlvs: [] };
    const pdu = { command: 'query_sm_resp', status: 1, sequence: 1, body } as const;
    assert.deepEqual(decodePdu(encodePdu(pdu)), { kind: 'pdu', pdu, stray: false });
    const blank = { ...pdu, body: { ...body, errorCode: 0 } };
    assert.equal(encodePdu(blank).length, 16);
  });

  test('never throws, whatever octets follow a header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 300 }), (octets) => {
        decodePdu(Buffer.from(octets));
      }),
      { numRuns: 5_000 },
    );
  });

  test('never throws on a PDU with changed and missing octets', () => {
    const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 0xff }) });
    fc.assert(
      fc.property(anyPdu, fc.array(change), fc.nat(), (pdu, changes, length) => {
        const octets = encodePdu(pdu);
        for (const { at, to } of changes) octets[16 + (at % octets.length)] = to;
        decodePdu(octets.subarray(0, Math.max(16, length % (octets.length + 1))));
      }),
      { numRuns: 15_000 },
    );
  });

  test('a decoded PDU holds on to none of the octets it was read from', () => {
    const text = Buffer.from('Bonjour');
    const octets = encodePdu(submit({ shortMessage: text, tlvs: [{ tag: 0x1400, value: text }] }));
    const decoded = decodePdu(octets);
    octets.fill(0);
    assert.ok(decoded.kind === 'pdu' && decoded.pdu.command === 'submit_sm');
    assert.deepEqual(decoded.pdu.body.shortMessage, text);
    assert.deepEqual(decoded.pdu.body.tlvs, [{ tag: 0x1400, value: text }]);
  });

  test('string sizes are enforced on what we send', () => {
    assert.equal(
      unfitField(submit({ source: addressOf(20), destination: addressOf(20) })),
      undefined,
    );
    assert.equal(unfitField(submit({ source: addressOf(21) })), 'source');
    assert.equal(unfitField(submit({ destination: addressOf(21) })), 'destination');
    assert.equal(unfitField(submit({ serviceType: 'ABCDE' })), undefined);
    assert.equal(unfitField(submit({ serviceType: 'ABCDEF' })), 'serviceType');
    assert.equal(unfitField(submit({ shortMessage: Buffer.alloc(256) })), 'shortMessage');
    assert.equal(unfitField(accepted(64)), undefined);
    assert.equal(unfitField(accepted(65)), 'messageId');
  });

  test('a C-octet string takes neither a NUL nor a character of more than one octet', () => {
    for (const address of ['a\0b', 'naïve€']) {
      assert.equal(unfitField(submit({ source: { ton: 5, npi: 0, address } })), 'source');
    }
  });

  test('longer strings of a peer are taken as they come', () => {
    const octets = encodePdu(submit({ shortMessage: Buffer.alloc(255, 'x') }));
    const long = Buffer.concat([
      octets.subarray(0, 19),
      Buffer.alloc(70, '7'),
      octets.subarray(19),
    ]);
    long.writeUInt32BE(long.length);
    const decoded = decodePdu(long);
    assert.ok(decoded.kind === 'pdu' && decoded.pdu.command === 'submit_sm');
    assert.equal(decoded.pdu.body.source.address, '7'.repeat(70));
    assert.equal(decoded.pdu.body.shortMessage.length, 255);
  });
});

suite('responses are read as far as they go', () => {
  test('without a body there is no id', () => assert.equal(idIn(submitResponse('')), ''));
  test('an id without NUL goes to the end', () =>
    assert.equal(idIn(submitResponse('1a2b')), '1a2b'));
  test('an id with NUL goes to it', () => assert.equal(idIn(submitResponse('1a2b\0')), '1a2b'));
});

suite('TLVs', () => {
  test('an integer is read from 1 to 4 octets, and from no other number', () => {
    const values = ['02', '0002', '000002', 'ffffffff', '', '0000000002'];
    const tlvs = values.map((hex, which) => ({ tag: which, value: Buffer.from(hex, 'hex') }));
    assert.deepEqual(
      values.map((_, which) => integerTlv(tlvs, which)),
      [2, 2, 2, 0xffff_ffff, undefined, undefined],
    );
  });

  test('a text is read with its NUL or without', () => {
    const values = ['1a\0', '1a', '1a\0\0\0', ''];
    const tlvs = values.map((text, which) => ({ tag: which, value: Buffer.from(text) }));
    assert.deepEqual(
      values.map((_, which) => textTlv(tlvs, which)),
      ['1a', '1a', '1a', ''],
    );
  });

  test('what we make is what we read', () => {
    const tlvs = [
      makeIntegerTlv(tag.sarReference, 513, 2),
      makeTextTlv(tag.receiptedMessageId, 'a'),
    ];
    assert.equal(integerTlv(tlvs, tag.sarReference), 513);
    assert.equal(textTlv(tlvs, tag.receiptedMessageId), 'a');
    assert.equal(integerTlv(tlvs, tag.messageState), undefined);
    assert.equal(textTlv(tlvs, tag.additionalStatusText), undefined);
  });

  test('the text of a message is its short_message, or else its message_payload', () => {
    const payload = { tag: tag.messagePayload, value: Buffer.from('long') };
    const shortMessage = Buffer.from('short');
    const nothing = Buffer.alloc(0);
    assert.deepEqual(userDataOf({ shortMessage, tlvs: [payload] }), shortMessage);
    assert.deepEqual(userDataOf({ shortMessage: nothing, tlvs: [payload] }), payload.value);
    assert.deepEqual(userDataOf({ shortMessage: nothing, tlvs: [] }), nothing);
  });
});
