import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messagesOfCall, type TracedCall } from './messages-of-call.ts';
import type { TracedMessage } from './traced-message.ts';

const startedAtMs = 1_800_000_000_000;
const call: TracedCall = {
  number: '33755000001',
  caller: '33612345678',
  target: '33112345678',
  startedAtMs,
  endedAtMs: startedAtMs + 9_000,
};

let id = 0;

function message(
  direction: TracedMessage['direction'],
  lines: readonly string[],
  atMs = startedAtMs,
): TracedMessage {
  id += 1;
  return { id, trunkId: 1, atMs, direction, peer: 'udp 192.0.2.1:5060', text: lines.join('\r\n') };
}

function invite(to: string, from: string, callId: string): readonly string[] {
  return [
    `INVITE sip:${to}@192.0.2.1 SIP/2.0`,
    `To: <sip:${to}@192.0.2.1>`,
    `From: "Ann" <sip:${from}@192.0.2.9>;tag=1`,
    `Call-ID: ${callId}`,
    '',
    '',
  ];
}

function legsOf(one: TracedCall, messages: readonly TracedMessage[]) {
  return messagesOfCall(one, messages).map(({ leg, message: { text } }) => [
    leg,
    /^(?:Call-ID|i): ?(?<id>.*)$/m.exec(text)?.groups?.['id']?.trim(),
  ]);
}

suite('the traced messages of a call', () => {
  test('are those of its two legs, and of no other call', () => {
    const messages = [
      message('in', invite('0755000001', '+33612345678', 'a')),
      message('out', ['SIP/2.0 100 Trying', 'i:a', '', '']),
      message('in', invite('0755000001', '+33698765432', 'stranger')),
      message('out', invite('+33112345678', '+33612345678', 'b')),
      message('out', invite('+33112345678', '+33698765432', 'strangers-leg')),
      message('out', ['OPTIONS sip:192.0.2.1 SIP/2.0', 'Call-ID: c', '', '']),
      message('in', ['SIP/2.0 200 OK', 'Call-ID: b', '', '']),
    ];
    assert.deepEqual(legsOf(call, messages), [
      ['caller', 'a'],
      ['caller', 'a'],
      ['target', 'b'],
      ['target', 'b'],
    ]);
  });

  test('of one caller who calls twice are those nearest to its beginning', () => {
    const messages = [
      message('in', invite('33755000001', '33612345678', 'before'), startedAtMs - 3_000),
      message('in', invite('33755000001', '33612345678', 'this'), startedAtMs - 2),
      message('in', invite('33755000001', '33612345678', 'later'), startedAtMs + 8_000),
    ];
    assert.deepEqual(legsOf(call, messages), [['caller', 'this']]);
  });

  test('of a caller who hides are found by the number alone', () => {
    const messages = [
      message('in', invite('33755000001', 'anonymous', 'a')),
      message('out', [
        ...invite('33112345678', 'anonymous', 'b').slice(0, 3),
        'Call-ID: b',
        'Diversion: <sip:+33755000001@parley.example>',
        '',
        '',
      ]),
    ];
    assert.deepEqual(legsOf({ ...call, caller: '' }, messages), [
      ['caller', 'a'],
      ['target', 'b'],
    ]);
  });

  test('of a message that was taken are the caller’s alone', () => {
    const messages = [
      message('in', invite('33755000001', '33612345678', 'a')),
      message('out', invite('33612345678', '33755000001', 'b')),
    ];
    assert.deepEqual(legsOf({ ...call, target: '' }, messages), [['caller', 'a']]);
  });

  test('do not count what stands behind the fields', () => {
    const described = [...invite('33755000009', '33612345678', 'a'), 's=sip:33755000001@a'];
    assert.deepEqual(legsOf(call, [message('in', described)]), []);
  });
});
