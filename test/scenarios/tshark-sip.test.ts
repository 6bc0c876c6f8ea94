/** What two phones of ours say to each other, read by a packet analyser. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  answerSdp,
  describe,
  dial,
  openPhone,
  type Phone,
  talk,
} from '#test/harness/sip-phones.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { withoutTshark } from '#test/harness/tshark.ts';
import { writeUdpCapture } from '#test/harness/udp-capture.ts';

test('tshark reads all that two phones say, and calls none of it malformed', {
  skip: withoutTshark,
  timeout: 60_000,
}, async () => {
  using folder = temporaryFolder();
  await using caller = await openPhone();
  await using callee = await openPhone();
  await sayEverything(caller, callee);
  const file = path.join(folder.path, 'sip.pcap');
  const to = callee.hop.port;
  const datagrams = caller.told.traces.map(({ direction, octets }) => {
    const from = caller.hop.port;
    return direction === 'out' ? { from, to, octets } : { from: to, to: from, octets };
  });
  await writeUdpCapture(file, datagrams);
  const decode = ['-r', file, '-d', `udp.port==${to},sip`];
  const read = async (filter: string, field: string): Promise<string[]> => {
    const print = ['-Y', filter, '-T', 'fields', '-e', field];
    const { stdout } = await promisify(execFile)('tshark', [...decode, ...print]);
    return stdout.split('\n').filter((line) => line.trim() !== '');
  };
  assert.deepEqual(
    await read('_ws.malformed || _ws.expert.severity >= 6291456', 'frame.number'),
    [],
  );
  assert.equal((await read('sip', 'frame.number')).length, datagrams.length);
  const methods = new Set(await read('sip.Method', 'sip.Method'));
  for (const method of ['INVITE', 'ACK', 'BYE', 'CANCEL', 'INFO', 'UPDATE', 'OPTIONS']) {
    assert.ok(methods.has(method), method);
  }
  assert.ok((await read('sdp', 'sdp.media')).length >= 4);
});

async function sayEverything(caller: Phone, callee: Phone): Promise<void> {
  callee.told.reply = () => ({ status: 200, sdp: describe('held', 2) });
  const headers = [['diversion', '<sip:+37060000009@127.0.0.1>;reason=unconditional']] as const;
  const { ofCaller } = await talk(caller, callee, { headers });
  await ofCaller.offer(describe('hold', 2));
  await ofCaller.offer(describe('hold', 3), { by: 'UPDATE' });
  await ofCaller.info('application/dtmf-relay', Buffer.from('Signal=5\r\nDuration=160\r\n'));
  ofCaller.bye([['reason', 'Q.850;cause=16;text="Normal call clearing"']]);
  await callee.told.ends.next();
  const cancelled = dial(caller, callee);
  const ringing = await callee.told.calls.next();
  ringing.ring(183, { sdp: answerSdp });
  await caller.told.rings.next();
  cancelled.cancel();
  await caller.told.failed.next();
  dial(caller, callee);
  (await callee.told.calls.next()).refuse(503, { headers: [['retry-after', '10']] });
  await caller.told.failed.next();
  await caller.agent.request({
    method: 'OPTIONS',
    hop: callee.hop,
    uri: 'sip:127.0.0.1',
    from: '<sip:parley@127.0.0.1>',
    to: '<sip:127.0.0.1>',
  });
}
