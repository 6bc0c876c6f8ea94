import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseReceiptError, parseReceiptText } from './receipt-text.ts';

function parse(text: string) {
  return parseReceiptText(Buffer.from(text, 'latin1'));
}

test('the form of SMPP 3.4 appendix B', () => {
  const text =
    'id:0123456789 sub:001 dlvrd:001 submit date:2610052339 done date:2610060001 stat:DELIVRD err:000 text:Bonjour a tous';
  assert.deepEqual(parse(text), {
    id: '0123456789',
    stat: 'DELIVRD',
    err: '000',
    sub: 1,
    dlvrd: 1,
    submitDate: '2610052339',
    doneDate: '2610060001',
    text: 'Bonjour a tous',
  });
});

test('the error alone is what the whole text says of it', () => {
  const texts = [
    'id:7 stat:UNDELIV err:0A2F',
    'id:7 err: stat:EXPIRED',
    'ERR:1 text:err:2',
    'none',
  ];
  for (const text of texts) {
    const octets = Buffer.from(`id:7 ${text}`, 'latin1');
    assert.equal(parseReceiptError(octets), parseReceiptText(octets)?.err, text);
  }
  assert.doesNotThrow(() => parseReceiptError(Buffer.from([0, 255, 128])));
});

suite('forms that operators send', () => {
  const facts = [
    ['Id: 7 STAT: delivrd', '7', 'DELIVRD', undefined],
    ['stat:UNDELIV err:0A2F id:ab-7', 'ab-7', 'UNDELIV', '0A2F'],
    ['id:7 err: stat:EXPIRED', '7', 'EXPIRED', undefined],
    ['\u0004\u001aA id:7 stat:DELIVRD err:0\u0000', '7', 'DELIVRD', '0'],
    ['id:7', '7', undefined, undefined],
    ['sub:001 stat:FAILED', undefined, 'FAILED', undefined],
    ['id:7 stat:DELIVRD text:id:8 stat:REJECTD err:9', '7', 'DELIVRD', '9'],
  ] as const;
  for (const [text, id, stat, err] of facts) {
    test(JSON.stringify(text), () => {
      const receipt = parse(text);
      assert.deepEqual([receipt?.id, receipt?.stat, receipt?.err], [id, stat, err]);
    });
  }
});

test('a text in UCS-2 is read like one in ASCII', () => {
  const text = Buffer.from('id:7 stat:DELIVRD', 'utf16le');
  assert.equal(parseReceiptText(text)?.stat, 'DELIVRD');
  assert.equal(parseReceiptText(text.swap16())?.id, '7');
});

test('dates have 10, 12 or 14 digits, and zeros are none', () => {
  const dates = ['2610052339', '261005233912', '20261005233912'];
  for (const date of dates) assert.equal(parse(`id:1 submit date:${date}`)?.submitDate, date);
  for (const date of ['0000000000', '000000000000', '26100523', '26100523391', 'soon', '']) {
    assert.equal(parse(`id:1 done date:${date} stat:X`)?.doneDate, undefined);
  }
});

test('an id of 64 characters is taken, a longer one is none', () => {
  assert.equal(parse(`id:${'7'.repeat(64)} stat:DELIVRD`)?.id, '7'.repeat(64));
  assert.equal(parse(`id:${'7'.repeat(65)} stat:DELIVRD`)?.id, undefined);
});

test('what has neither an id nor a state is no receipt', () => {
  for (const text of ['', 'Oui', 'err:000 text:hello', 'paid:7 thermostat:9']) {
    assert.equal(parse(text), undefined, text);
  }
});

test('nothing behind 1,024 octets is looked at', () => {
  assert.equal(parse(`${' '.repeat(1_024)}id:7`), undefined);
});

test('no octets make the scanner throw or invent an id that is too long', () => {
  const pieces = fc.constantFrom(
    'id:',
    'stat:',
    ' ',
    'submit date:',
    'text:',
    '\0',
    '\n',
    ':',
    '7',
  );
  const texts = fc
    .array(pieces, { maxLength: 400, size: 'max' })
    .map((each) => Buffer.from(each.join('')));
  const octets = fc.uint8Array({ maxLength: 2_000, size: 'max' }).map((each) => Buffer.from(each));
  fc.assert(
    fc.property(fc.oneof(texts, octets), (receipt) => {
      assert.ok((parseReceiptText(receipt)?.id ?? '').length <= 64);
    }),
  );
});
