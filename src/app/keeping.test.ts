import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openSimulatedOperator } from '#simulator/simulated-operator.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { Arrivals, isBound, openClient, submitBy } from '#test/harness/smpp-link.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { BatchedKeeping } from './keeping.ts';

const log = openLog('silent');

/** An operator that has read what the one before it owed, and a client that is bound there. */
async function openOperator(
  store: Pick<
    SimulatorStore,
    'keepDeliveries' | 'forgetDeliveries' | 'listDeliveries' | 'hastenDeliveries'
  >,
) {
  const stack = new AsyncDisposableStack();
  const keeping = new BatchedKeeping(store, log);
  stack.defer(() => keeping.settled());
  const operator = stack.use(
    await openSimulatedOperator({
      host: '127.0.0.1',
      port: 0,
      systemId: 'PARLEY',
      password: 'secret',
      clock: systemClock,
      random: () => 0.5,
      log,
      delayScale: 0.001,
      keeping,
    }),
  );
  for await (const kept of keeping.owed()) operator.owe(kept);
  const delivered = new Arrivals<DeliverSm>();
  const deliver = (message: DeliverSm): number => {
    delivered.add(message);
    return 0;
  };
  const dial = async (bind: 'tx' | 'trx') => {
    const settings = { port: operator.port, bind };
    const link = stack.use(openClient(systemClock, settings, { deliver }));
    await link.states.next(isBound);
    return link.client;
  };
  return { operator, keeping, delivered, dial, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const message: SubmitSm = {
  ...blankBody('submit_sm'),
  source: { ton: 3, npi: 0, address: '36180' },
  destination: { ton: 1, npi: 1, address: '33639980140' },
  registeredDelivery: 1,
  shortMessage: Buffer.from('Bonjour'),
};

suite('what the built-in operator owes', () => {
  test('comes from the operator after it, once', async () => {
    await using storage = await openTemporaryStorage();
    const store = storage.simulator;
    await using first = await openOperator(store);
    const outcome = await submitBy(await first.dial('tx'), message, 1);
    assert.equal(outcome.kind, 'answered');
    // A receipt and a reply.
    assert.equal((await store.listDeliveries(0, 9)).length, 2);
    {
      await using second = await openOperator(store);
      await second.dial('trx');
      await second.delivered.next(() => second.delivered.all.length === 2);
      while (second.operator.owed > 0) await systemClock.sleep(10);
    }
    assert.deepEqual(await store.listDeliveries(0, 9), []);
  });

  test('is nothing where it cannot be kept: the submit is refused for now', async () => {
    await using storage = await openTemporaryStorage();
    await using world = await openOperator({
      ...storage.simulator,
      keepDeliveries: () => Promise.reject(new Error('disk full')),
    });
    const outcome = await submitBy(await world.dial('trx'), message, 1);
    assert.equal(outcome.kind === 'answered' && outcome.status, 0x08);
    assert.equal(world.operator.owed, 0);
  });
});
