import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sipText } from '#test/harness/sip-messages.ts';
import { dialogOfCallee, dialogOfCaller } from './dialog.ts';
import { type SipRequest, scanDatagram } from './message.ts';
import { actAfterMs, askSession, grantSession, isTooShort, readGrant } from './session-timer.ts';
import { judgeRequest, judgeResponse, type RequestEnvelope } from './validate.ts';
import { replyTo } from './write-message.ts';

function invite(...lines: readonly string[]): { request: SipRequest; envelope: RequestEnvelope } {
  const scanned = scanDatagram(sipText({ start: 'INVITE sip:b@example.test SIP/2.0', lines }));
  assert.ok(scanned.ok && scanned.message.kind === 'request');
  const judged = judgeRequest(scanned.message);
  assert.ok(judged.ok);
  return { request: scanned.message, envelope: judged.envelope };
}

suite('a dialog', () => {
  test('of a callee goes over the proxies in their order', () => {
    const { request, envelope } = invite('Record-Route: <sip:p1;lr>, <sip:p2;lr>');
    const dialog = dialogOfCallee(request, envelope, 'ours');
    const bye = dialog.request('BYE');
    assert.equal(bye.uri, 'sip:ona@192.0.2.10');
    assert.deepEqual(bye.headers.all('route'), ['<sip:p1;lr>', '<sip:p2;lr>']);
    assert.equal(dialog.nextHop, 'sip:p1;lr');
    assert.match(bye.headers.get('from') ?? '', /;tag=ours$/);
    assert.match(bye.headers.get('to') ?? '', /;tag=from1$/);
    assert.equal(bye.headers.get('cseq'), '1 BYE');
    assert.equal(dialog.request('INFO').headers.get('cseq'), '2 INFO');
    assert.equal(dialog.request('ACK', { cseq: 7 }).headers.get('cseq'), '7 ACK');
  });

  test('of a caller goes over them the other way round', () => {
    const { request } = invite('Record-Route: <sip:p1;lr>', 'Record-Route: <sip:p2;lr>');
    const contact = ['contact', '<sip:b@192.0.2.99>'] as const;
    const response = replyTo(request, { status: 200, toTag: 'theirs', headers: [contact] });
    const judged = judgeResponse(response);
    assert.ok(judged.ok);
    const sent = { from: request.headers.get('from') ?? '', uri: request.uri };
    const dialog = dialogOfCaller(sent, response, judged.envelope);
    assert.deepEqual(dialog.request('BYE').headers.all('route'), ['<sip:p2;lr>', '<sip:p1;lr>']);
    assert.equal(dialog.request('BYE').uri, 'sip:b@192.0.2.99');
    dialog.refreshTarget('sip:elsewhere');
    assert.equal(dialog.request('BYE').uri, 'sip:elsewhere');
  });

  test('a proxy of the old kind stands in the Request-URI, and the target at the end', () => {
    const { request, envelope } = invite('Record-Route: <sip:old>, <sip:p2;lr>');
    const bye = dialogOfCallee(request, envelope, 'ours').request('BYE');
    assert.equal(bye.uri, 'sip:old');
    assert.deepEqual(bye.headers.all('route'), ['<sip:p2;lr>', '<sip:ona@192.0.2.10>']);
  });

  test('takes only numbers that rise', () => {
    const { request, envelope } = invite();
    const dialog = dialogOfCallee(request, envelope, 'ours');
    assert.deepEqual(
      [1, 0, 2, 2, 9].map((number) => dialog.takeCSeq(number)),
      [false, false, true, false, true],
    );
  });
});

suite('how long a session lives', () => {
  test('who supports timers refreshes, unless it says otherwise', () => {
    const { headers } = invite('Supported: timer', 'Session-Expires: 600').request;
    const { interval, fields } = grantSession(headers);
    assert.deepEqual(interval, { seconds: 600, isOurs: false });
    assert.deepEqual(fields, [
      ['require', 'timer'],
      ['session-expires', '600;refresher=uac'],
    ]);
    const other = invite('k: timer', 'x: 600;refresher=uas').request.headers;
    assert.deepEqual(grantSession(other).interval, { seconds: 600, isOurs: true });
  });

  test('who does not is refreshed by us, and told nothing', () => {
    const { interval, fields } = grantSession(invite().request.headers);
    assert.deepEqual([interval, fields], [{ seconds: 1_800, isOurs: true }, []]);
  });

  test('the interval is never below what either side bears', () => {
    assert.ok(isTooShort(invite('k: timer', 'Session-Expires: 60').request.headers));
    assert.ok(!isTooShort(invite('k: timer', 'Session-Expires: 90').request.headers));
    const { headers } = invite('k: timer', 'x: 4000', 'Min-SE: 3000').request;
    assert.equal(grantSession(headers).interval.seconds, 3_000);
  });

  test('what is granted says who acts when', () => {
    const { headers } = invite('x: 300;refresher=uas').request;
    assert.deepEqual(readGrant(headers, 1_800), { seconds: 300, isOurs: false });
    assert.deepEqual(readGrant(invite().request.headers, 1_800), { seconds: 1_800, isOurs: true });
    assert.equal(actAfterMs({ seconds: 300, isOurs: true }), 150_000);
    assert.equal(actAfterMs({ seconds: 300, isOurs: false }), 268_000);
    assert.equal(actAfterMs({ seconds: 90, isOurs: false }), 60_000);
    assert.deepEqual(askSession(90, 'uac')[0], ['session-expires', '90;refresher=uac']);
  });
});
