import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StopList } from '#sms/stops/stop-list.ts';
import { assertRefused, liveKey, openApiWorld, testKey } from '#test/harness/api-world.ts';
import { phone } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const { stops: store } = stack.use(await openTemporaryStorage());
  const list = await StopList.open({ store });
  const world = stack.use(
    await openApiWorld({
      stops: list,
      stopEntries: store,
    }),
  );
  const opened = stack.move();
  return {
    list,
    world,
    ask: (command: string, parameters: object = {}) =>
      world.ask(`/v1/stop-sms/${command}`, {
        method: 'POST',
        body: JSON.stringify({ apiKey: liveKey, ...parameters }),
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

suite('the STOP list of an account', () => {
  test('is added to, listed, and taken from', async () => {
    await using opened = await openWorld();
    const { ask, world, list } = opened;
    const added = await ask('add', { phoneNumber: '06 12 34 56 78' });
    assert.deepEqual(added.body, { success: true, code: 200, stopId: 1 });
    assert.deepEqual((await ask('add', { phoneNumber: '+33612345678' })).body, added.body);
    const listed = await world.ask(`/v1/stop-sms/list?apiKey=${liveKey}`);
    const data = [{ id: 1, phoneNumber: '+33612345678', createdAt: '2030-01-01 01:00:00' }];
    assert.deepEqual(listed.body, { success: true, code: 200, nbData: 1, data });
    assert.equal(list.isStopped(7, phone('33612345678')) !== false, true);
    const removed = await world.ask(`/v1/stop-sms/delete?apiKey=${liveKey}&id=1`);
    assert.deepEqual(removed.body, { success: true, code: 200 });
    assert.deepEqual((await ask('list')).body['data'], []);
  });

  test('is told in pages', async () => {
    await using opened = await openWorld();
    const { ask } = opened;
    for (const last of [1, 2, 3]) await ask('add', { phoneNumber: `+3361234567${last}` });
    const { body } = await ask('list', { after: 1, limit: 1 });
    assert.equal(body['nbData'], 3);
    assert.deepEqual(
      (body['data'] as { id: number }[]).map(({ id }) => id),
      [2],
    );
  });

  test('is told in XML as well', async () => {
    await using opened = await openWorld();
    await opened.ask('add', { phoneNumber: '+33612345678' });
    const { text } = await opened.ask('list', { _format: 'xml' });
    assert.match(text, /<nbData>1<\/nbData><data><item><id>1<\/id><phoneNumber>\+33612345678</);
  });

  test('refuses what is missing, wrong or not there', async () => {
    await using opened = await openWorld();
    const { ask } = opened;
    assertRefused(await ask('add'), 400, 2, 'phoneNumber');
    assertRefused(await ask('add', { phoneNumber: '123' }), 400, 9, 'phoneNumber');
    assertRefused(await ask('delete'), 400, 3, 'id');
    for (const id of ['x', 99, -1]) assertRefused(await ask('delete', { id }), 404, 4, 'id');
    assertRefused(await ask('list', { limit: 0 }), 400, 9, 'limit');
    assertRefused(await ask('list', { apiKey: '' }), 401, 1);
    assertRefused(await ask('list', { apiKey: 'x' }), 401, 10);
    assert.equal((await ask('list', { apiKey: testKey })).status, 200);
  });
});
