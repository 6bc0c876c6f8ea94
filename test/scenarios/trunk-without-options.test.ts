/** A carrier that ignores OPTIONS and takes calls: it gets them last, or like the others where it is not asked. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { number } from '#test/harness/call-world.ts';
import { type CallingApp, openCallingApp } from '#test/harness/calling-program.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { HurriedClock } from '#test/harness/hurried-clock.ts';
import { pause } from '#test/harness/pause.ts';
import { aTrunk, atMs } from '#test/harness/records.ts';
import { dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 60_000;

/** Hears OPTIONS without a word, and is busy to every caller. */
async function openBusyCarrier() {
  const socket = createSocket('udp4');
  const heard: string[] = [];
  socket.on('message', (octets, from) => {
    const text = octets.toString('latin1');
    heard.push(text.split(' ', 1)[0] ?? '');
    if (!text.startsWith('INVITE ')) return;
    const copied = /^(?:via|from|to|call-id|cseq):.*$/gim;
    const lines = [...text.matchAll(copied)].map(([line]) =>
      line.replace(/^To:.*$/i, '$&;tag=busy'),
    );
    const answer = ['SIP/2.0 486 Busy Here', ...lines, 'Content-Length: 0', '', ''].join('\r\n');
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    heard: (method: string) => heard.filter((each) => each === method).length,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

/** One that is tried behind the first. */
async function addTrunk({ storage }: CallingApp, port: number): Promise<void> {
  const settings = { inbound: false, host: '127.0.0.1', port, priority: 2 };
  const author = { actor: 'test', atMs };
  await storage.trunks.createTrunk({ ...aTrunk(settings), name: 'second' }, author);
}

async function refusal(app: CallingApp, caller: Phone): Promise<number> {
  const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
  dial(caller, hop, { uri: `sip:+${number}@127.0.0.1` });
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
}

/** A command that takes its time stops the hurried clock's leases, too: how trunks do is then learned anew. */
async function untilDown({ opened }: CallingApp, name: string): Promise<readonly string[]> {
  const commands = new CommandLine(opened.folder);
  for (;;) {
    const { out } = await commands.type('trunk', 'list');
    const line = out.split('\n').find((each) => each.startsWith(name));
    if (line?.includes('down') === true) {
      const doctor = (await commands.type('doctor')).out;
      if (doctor.includes('calls go to it last')) return [line, doctor];
    }
    await pause(50);
  }
}

suite('a carrier that ignores OPTIONS', { timeout }, () => {
  test('gets the calls that no other trunk takes, and commands say why it counts as down', async () => {
    await using caller = await openPhone();
    await using carrier = await openBusyCarrier();
    await using app = await openCallingApp({ calleePort: carrier.port }, new HurriedClock(40));
    const [line = '', doctor = ''] = await untilDown(app, 'outward');
    assert.match(line, /down: no answer to \d+ OPTIONS in a row: calls go to it last/);
    assert.match(doctor, /parley trunk set outward --options-ping off/);
    assert.equal(await refusal(app, caller), 486);
  });

  test('comes behind those that answer', async () => {
    await using caller = await openPhone();
    await using carrier = await openBusyCarrier();
    await using other = await openPhone();
    other.told.take = (incoming) => incoming.refuse(603);
    const trunkOut = { priority: 1 };
    const wish = { calleePort: carrier.port, trunkOut };
    await using app = await openCallingApp(wish, new HurriedClock(40));
    await addTrunk(app, other.hop.port);
    await untilDown(app, 'outward');
    assert.equal(await refusal(app, caller), 603);
    assert.equal(carrier.heard('INVITE'), 0);
  });

  test('keeps its place where it is not asked', async () => {
    await using caller = await openPhone();
    await using carrier = await openBusyCarrier();
    await using asked = await openBusyCarrier();
    const trunkOut = { priority: 1, optionsPing: false };
    await using app = await openCallingApp(
      { calleePort: carrier.port, trunkOut },
      new HurriedClock(40),
    );
    await addTrunk(app, asked.port);
    while (asked.heard('OPTIONS') < 30) await pause(20);
    assert.equal(await refusal(app, caller), 486);
    // On a hurried clock an INVITE may be sent again before its answer is here.
    assert.ok(carrier.heard('INVITE') > 0);
    assert.deepEqual([asked.heard('INVITE'), carrier.heard('OPTIONS')], [0, 0]);
  });
});
