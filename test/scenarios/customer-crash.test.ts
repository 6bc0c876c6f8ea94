/** kill -9 while a customer submits and is told: nothing that was answered is lost, and the money adds up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openSimulatedOperator } from '#simulator/simulated-operator.ts';
import { makeCustomer, password, startBalance, systemId } from '#test/harness/customer-world.ts';
import { openParleyFolder, type ParleyServer } from '#test/harness/parley-process.ts';
import { openCustomer, receiptedId } from '#test/harness/smpp-customer.ts';
import { isWaiting } from '#test/harness/smpp-link.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const price = 38_000;
const window = 50;
const kills = 2;

/** Of the start message: "customers bind at 127.0.0.1:2775". */
function smppPortOf({ said }: ParleyServer): number {
  const groups = /customers bind at \S+:(?<port>\d+)/.exec(said)?.groups;
  return Number(must(groups, 'SMPP port')['port']);
}

/** One that outlives the server, and owes its receipts for as long as it takes. */
function openOperator() {
  return openSimulatedOperator({
    host: '127.0.0.1',
    port: 0,
    systemId: 'PARLEY',
    password: 'secret',
    clock: systemClock,
    random: Math.random,
    log: openLog('silent'),
    delayScale: 0.1,
  });
}

test('a server that is killed twice delivers the receipt of every message it had answered', async () => {
  await using operator = await openOperator();
  await using parley = await openParleyFolder();
  const { account } = await makeCustomer(parley.path, { mode: 'live' });
  const add = ['operator', 'add', '--name', 'one', '--host', '127.0.0.1', '--system-id', 'PARLEY'];
  const where = ['--port', String(operator.port), '--password', 'secret', '--window', '100'];
  await parley.read(...add, ...where);
  await parley.read('route', 'set', '--prefix', '33', '--operator', 'one');
  let server = await parley.serve('--smpp-port', '0');
  const port = smppPortOf(server);
  const answered = new Set<string>();
  await using customer = openCustomer({ port, systemId, password, window });
  let phone = 33_612_000_000;
  const next = () => {
    phone += 7;
    return { destination: { ton: 1, npi: 1, address: String(phone) } };
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    await customer.bound();
    const submitting = customer.submitMany(5_000, next, (id) => answered.add(id));
    while (answered.size < kill * 400) await new Promise(setImmediate);
    customer.states.clear();
    server.signal('SIGKILL');
    await server.end;
    await customer.states.next(isWaiting);
    await submitting;
    server = await parley.serve('--smpp-port', String(port));
  }
  await customer.bound();
  const told = () => new Set(customer.delivered.all.map(receiptedId));
  while (![...answered].every((id) => told().has(id))) {
    await customer.until(customer.delivered.all.length + 1);
  }
  server.signal('SIGTERM');
  await server.end;
  await using storage = await openStorageBeside(parley.path);
  const { balance, movements, costs } = await storage.accounts.ledgerSums(account.id, 'live');
  assert.equal(balance, movements - costs);
  assert.equal(movements, startBalance);
  // What was committed and not answered any more is paid for too: no more than a window for each kill.
  const messages = costs / price;
  assert.ok(messages >= answered.size, `${messages} messages for ${answered.size} answers`);
  assert.ok(messages <= answered.size + kills * window, `${messages} for ${answered.size}`);
});
