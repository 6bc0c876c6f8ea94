/** Operators that take submits and answer nothing, that hang up each time, or that die, beside one that is well. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { type Script, ScriptedOperator, silent, take } from '#test/harness/link-world.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const hangsUp: Script = (submitted) => {
  submitted.peer.close();
  return silent(submitted);
};

suite('with another route', () => {
  test('a silent operator gets a code once, and the healthy one has it', async () => {
    await using folder = await openParleyFolder();
    await using mute = await openOperator(silent);
    await using well = await openOperator(take);
    const { key, url } = await serveWith(folder, [mute, well]);
    await send(url, key, { message: 'Your code is 1234', validity: 900 });
    const { pdu } = await well.submits.next();
    assert.equal(pdu.shortMessage.toString(), 'Your code is 1234');
    await send(url, key, { message: 'the next' });
    await well.submits.next(({ n }) => n === 2);
    assert.deepEqual([mute.submits.all.length, well.submits.all.length], [1, 2]);
    const { out } = await folder.run(['doctor']);
    assert.match(out, /operator1 .*has answered no submit/);
  });

  test('what was accepted right after an operator died leaves within seconds', async () => {
    await using folder = await openParleyFolder();
    const dying = await openOperator(take);
    await using well = await openOperator(take);
    const { key, url } = await serveWith(folder, [dying, well]);
    await send(url, key, { message: 'before' });
    await dying.submits.next();
    await dying.kill();
    await send(url, key, { message: 'a code', validity: 900 });
    await send(url, key, { message: 'a letter' });
    await well.submits.next(({ n }) => n === 2);
    const texts = well.submits.all.map(({ pdu }) => pdu.shortMessage.toString());
    assert.deepEqual(texts, ['a code', 'a letter']);
  });
});

test('without another route a part is given up after three submits, counted over a restart', async () => {
  await using folder = await openParleyFolder();
  await using sink = await openWebhookSink();
  await using rude = await openOperator(hangsUp);
  const { key, url, server } = await serveWith(folder, [rude], sink.url);
  await send(url, key, { message: 'hello' });
  await rude.submits.next();
  server.signal('SIGTERM');
  await server.end;
  assert.ok(rude.submits.all.length < 3);
  await folder.serve('--webhook-allow', '127.0.0.0/8');
  const [report] = await sink.until(1);
  assert.match(report?.body ?? '', /"status":"not delivered"/);
  assert.equal(rude.submits.all.length, 3);
});

async function openOperator(script: Script): Promise<ScriptedOperator> {
  const operator = new ScriptedOperator(systemClock, script);
  await operator.listen();
  return operator;
}

async function serveWith(
  folder: ParleyFolder,
  operators: readonly ScriptedOperator[],
  dlrUrl?: string,
) {
  const owner = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
  const made = await folder.read('account', 'create', ...owner);
  const keys = made['keys'] as { readonly key: string; readonly bases: readonly string[] }[];
  const key = keys.find(({ bases }) => bases.includes('sms'))?.key ?? '';
  for (const [index, { port }] of operators.entries()) {
    const name = `operator${index + 1}`;
    const bind = ['--host', '127.0.0.1', '--port', String(port), '--system-id', 'us'];
    const patience = ['--response-timeout-ms', '1000'];
    await folder.run(['operator', 'add', '--name', name, ...bind, ...patience], {
      input: 'secret',
    });
    const way = ['--prefix', '33', '--operator', name, '--priority', String(index + 1)];
    await folder.run(['route', 'set', ...way, '--price', '0.04']);
  }
  const server = await folder.serve('--webhook-allow', '127.0.0.0/8');
  if (dlrUrl !== undefined) {
    const account = made['account'] as { readonly id: number };
    const environment = { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
    await folder.run(['account', 'set', String(account.id), '--dlr-url', dlrUrl], { environment });
  }
  for (const operator of operators) await operator.peers.next();
  return { key, url: `http://127.0.0.1:${server.port}`, server };
}

async function send(url: string, apiKey: string, text: object): Promise<void> {
  const body = JSON.stringify({ apiKey, phoneNumbers: '+33612345678', ...text });
  const response = await fetch(`${url}/v1/send`, { method: 'POST', body });
  assert.equal(((await response.json()) as { success: boolean }).success, true);
}
