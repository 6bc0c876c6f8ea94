/** What Parley says to an operator, and the operator to it, read by a packet analyser. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openSimulatedOperator } from '#simulator/simulated-operator.ts';
import { openTap } from '#test/harness/tap.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { readCapture, smppPort, withoutTshark } from '#test/harness/tshark.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';
import { installParley, serveParley } from '../../bench/parley.ts';

const longText = 'Dear customer, your order has left our warehouse. '.repeat(8);

const messages = [
  { phoneNumbers: '+37060000001', message: 'Your code is 4711' },
  { phoneNumbers: '+37060000002', message: 'Price: 5 € [net] {today} ~ ^ \\ |', sender: 'Acme' },
  { phoneNumbers: '+37060000003', message: longText, validity: 3_600 },
  { phoneNumbers: '+37060000004', message: 'Ačiū! Jūsų užsakymas jau pakeliui 🚚' },
  { phoneNumbers: '+37060000005', message: 'Žinutė su emoji 🎉 '.repeat(12) },
  { phoneNumbers: '+37060000006', message: longText.replaceAll('a', 'à') },
];
/** Of each message, in the same order. */
const parts = [1, 1, 3, 1, 4, 3];

/** By tshark's numbers; their answers have the highest bit too. */
const commands = { submit: 0x04, deliver: 0x05, unbind: 0x06, bindTransceiver: 0x09 };
const answerTo = (command: number): number => command + 0x8000_0000;

test('tshark reads all that passes between Parley and an operator', {
  skip: withoutTshark,
  timeout: 60_000,
}, async () => {
  using folder = temporaryFolder();
  const capture = path.join(folder.path, 'smpp.pcap');
  await sendAll(folder.path, capture);

  assert.deepEqual(
    await readCapture(capture, '_ws.malformed || _ws.unreassembled', 'frame.number'),
    [],
  );
  assert.deepEqual(await readCapture(capture, 'tcp.analysis.lost_segment', 'frame.number'), []);

  const all = (await readCapture(capture, 'smpp', 'smpp.command_id')).map(Number);
  const count = (command: number): number => all.filter((each) => each === command).length;
  const partsSent = parts.reduce((sum, each) => sum + each, 0);
  for (const [command, times] of [
    [commands.bindTransceiver, 2],
    [commands.submit, partsSent],
    [commands.deliver, partsSent],
    [commands.unbind, 2],
  ] as const) {
    assert.deepEqual([command, count(command), count(answerTo(command))], [command, times, times]);
  }
  const submits = `smpp.command_id == ${commands.submit}`;
  const phones = await readCapture(capture, submits, 'smpp.destination_addr');
  const wanted = messages.flatMap(({ phoneNumbers }, index) =>
    Array.from({ length: parts[index] ?? 0 }, () => phoneNumbers.slice(1)),
  );
  assert.deepEqual(phones.toSorted(), wanted.toSorted());
});

/** Sends the messages over two binds, waits for their webhooks, and stops. */
async function sendAll(folder: string, capture: string): Promise<void> {
  await using operator = await openSimulatedOperator({
    host: '127.0.0.1',
    port: 0,
    systemId: 'bench',
    password: 'bench',
    clock: systemClock,
    random: () => 0,
    delayScale: 0.01,
    log: openLog('silent'),
  });
  await using tap = await openTap(operator);
  await using sink = await openWebhookSink();
  const wish = { folder, smscPort: tap.port, hookUrl: sink.url };
  const { key } = await installParley({ ...wish, binds: 2, window: 10, price: '0.038' });
  await using served = await serveParley({ folder });
  for (const message of messages) {
    const response = await fetch(`http://127.0.0.1:${served.port}/v1/send`, {
      method: 'POST',
      body: JSON.stringify({ apiKey: key, ...message }),
    });
    assert.equal(response.status, 200, await response.text());
  }
  await sink.until(messages.length);
  await served.program.stop();
  await tap.writeCapture(capture, smppPort);
}
