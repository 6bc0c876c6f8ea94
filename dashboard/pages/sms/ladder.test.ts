import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rungsOf, trunksOf } from './ladder.ts';

const caller = { leg: 'caller', trunk: 'carrier' } as const;
const target = { leg: 'target', trunk: 'other' } as const;

const messages = [
  {
    id: 1,
    ...caller,
    at: '2030-01-01T00:00:01.000Z',
    direction: 'in',
    text: 'INVITE sip:1@x SIP/2.0\r\nCSeq: 1 INVITE',
  },
  {
    id: 2,
    ...target,
    at: '2030-01-01T00:00:01.020Z',
    direction: 'out',
    text: 'INVITE sip:2@y SIP/2.0\r\n',
  },
  {
    id: 3,
    ...target,
    at: '2030-01-01T00:00:01.900Z',
    direction: 'in',
    text: 'SIP/2.0 486 Busy Here\r\ncseq : 7 INVITE',
  },
  { id: 4, ...caller, at: '2030-01-01T00:00:01.910Z', direction: 'out', text: 'SIP/2.0 200\n\n' },
] as const;

suite('the ladder of a call', () => {
  test('leads each message from its side to the other, with what it says and when', () => {
    const rungs = rungsOf(messages).map(({ from, to, label, tone, offsetMs }) => {
      return [from, to, label, tone, offsetMs];
    });
    assert.deepEqual(rungs, [
      ['caller', 'parley', 'INVITE', 'request', 0],
      ['parley', 'target', 'INVITE', 'request', 20],
      ['target', 'parley', '486 Busy Here (INVITE)', 'refusal', 900],
      ['parley', 'caller', '200', 'answer', 910],
    ]);
  });

  test('names the trunks of each side once', () => {
    assert.deepEqual(trunksOf([...messages, { ...messages[1], trunk: 'third' }], 'target'), [
      'other',
      'third',
    ]);
    assert.deepEqual(trunksOf([], 'caller'), []);
  });

  test('says of what is no SIP message what stands there', () => {
    const odd = { ...messages[0], text: '' };
    assert.equal(rungsOf([odd])[0]?.label, '');
  });
});
