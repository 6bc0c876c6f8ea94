/** An operator that answers with hexadecimal ids and reports with decimal ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { ScriptedOperator } from '#test/harness/link-world.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { pause } from '#test/harness/pause.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const firstId = 0x1a2b3c;
const messages = 12;

test('receipts that match nothing are shown with the setting that matches them, and matched once it is set', async () => {
  await using folder = await openParleyFolder();
  await using sink = await openWebhookSink();
  await using smsc = new ScriptedOperator(systemClock, ({ n, pdu, peer }) => {
    const id = firstId + n;
    void peer.deliver(aReceiptPdu({ id: String(id), from: pdu.destination.address }));
    return { status: 0, body: { messageId: id.toString(16).toUpperCase(), tlvs: [] } };
  });
  await smsc.listen();
  const owner = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
  const { keys } = (await folder.read('account', 'create', ...owner)) as {
    keys: { readonly key: string; readonly bases: readonly string[] }[];
  };
  const apiKey = keys.find(({ bases }) => bases.includes('sms'))?.key;
  const place = ['--host', '127.0.0.1', '--port', String(smsc.port), '--system-id', 'us'];
  await folder.run(['operator', 'add', '--name', 'hex', ...place], { input: 'secret' });
  await folder.run(['route', 'set', '--prefix', '33', '--operator', 'hex', '--price', '0.04']);
  const metricsPort = String(await freeTcpPort());
  const metrics = ['--metrics-host', '127.0.0.1', '--metrics-port', metricsPort];
  const server = await folder.serve('--webhook-allow', '127.0.0.0/8', ...metrics);
  await smsc.peers.next();
  for (let n = 0; n < messages; n += 1) {
    const phoneNumbers = `+336123456${String(n).padStart(2, '0')}`;
    const body = JSON.stringify({ apiKey, phoneNumbers, message: 'Hello', urlDlr: sink.url });
    const answer = await fetch(`http://127.0.0.1:${server.port}/v1/send`, { method: 'POST', body });
    assert.equal(answer.status, 200);
  }
  const kept = `parley_receipts_kept{operator="hex"} ${messages}`;
  const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  while (!(await read()).includes(kept)) await pause(200);
  const { out } = await folder.run(['doctor']);
  assert.match(out, /receipts of hex +12 receipts of the last 7 days matched no message/);
  assert.match(out, /With the settings below, 12 of them would match/);
  assert.match(
    out,
    /receipts of hex: parley operator set hex --receipt-id hexInResponse\. Kept receipts are matched afterwards\./,
  );
  assert.equal(sink.received.length, 0);

  await folder.run(['operator', 'set', 'hex', '--receipt-id', 'hexInResponse']);
  const reports = await sink.until(messages);
  assert.ok(reports.every(({ body }) => body.includes('"status":"delivered"')));
  assert.doesNotMatch((await folder.run(['doctor'])).out, /receipts of hex/);
});
