import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { maskFields, maskText } from './mask-request.ts';

const masked = (value: unknown) => JSON.parse(maskFields(value)) as unknown;

suite('what is kept of a request', () => {
  test('names all fields, and shows no key, text, phone or address', () => {
    const request = {
      apiKey: 'live_secret',
      phoneNumbers: ['+33 6 12 34 56 78', 'Bob'],
      to: 33612345678,
      message: 'Your code is 123456',
      sender: 'Acme',
      isStopSms: 1,
      gamme: 2,
      tag: 'spring',
      subject: 'Hello Ann',
      replyTo: { email: 'ann@example.com', name: 'Ann' },
      variables: { ann: { code: 1 } },
      webhookUrl: 'https://user:pass@a.example/hook?token=s3cret',
      phoneNumer: '33612345678',
    };
    assert.deepEqual(masked(request), {
      apiKey: '***',
      phoneNumbers: ['+336*****78', '*** (3)'],
      to: '+336*****78',
      message: '*** (19)',
      sender: 'Acme',
      isStopSms: 1,
      gamme: 2,
      tag: 'spring',
      subject: '*** (9)',
      replyTo: { email: 'a***@example.com', name: '*** (3)' },
      variables: '*** (1)',
      webhookUrl: 'https://a.example/…',
      phoneNumer: '*** (11)',
    });
  });

  test('has the sentence of a refusal, and of a success no text', () => {
    const answer = { success: false, code: 5, message: 'The phone +33612345678 is not right.' };
    const told = { success: false, code: 5, message: 'The phone +336*****78 is not right.' };
    assert.deepEqual(JSON.parse(maskFields(answer, { isAnswer: true })), told);
    const partly = { success: true, message: 'I am Ann', recipients: [answer] };
    assert.deepEqual(JSON.parse(maskFields(partly, { isAnswer: true })), {
      success: true,
      message: '*** (8)',
      recipients: [told],
    });
    assert.deepEqual(masked(answer), { ...told, message: '*** (36)' });
    assert.deepEqual(masked({ message: 'I am Ann' }), { message: '*** (8)' });
  });

  test('is bounded, whatever came', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 1_000; depth += 1) deep = { sms: deep };
    assert.ok(maskFields(deep).length < 200);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field${n}`, n]));
    assert.ok(maskFields(wide).length <= 4_000);
    const list = masked({ id: Array.from({ length: 500 }, (_, n) => n) }) as { id: unknown[] };
    assert.deepEqual([list.id.length, list.id.at(-1)], [21, '… +480']);
    assert.ok(maskText('y'.repeat(9_000)).length <= 200);
  });

  test('of names that objects inherit is what they are: fields', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"apiKey":"k"},"constructor":"text"}');
    assert.equal(maskFields(hostile), '{"__proto__":{"apiKey":"***"},"constructor":"*** (4)"}');
  });

  test('and in a path or a sentence phones, addresses and keys are masked', () => {
    assert.equal(maskText('/v1/me/33612345678'), '/v1/me/+336*****78');
    assert.equal(maskText('/v1/message-cancel/307'), '/v1/message-cancel/307');
    assert.equal(maskText('to ann@example.com, now'), 'to a***@example.com, now');
    assert.equal(maskText('/v1/live_CANARYcanaryCANARYcanary'), '/v1/***');
  });
});
