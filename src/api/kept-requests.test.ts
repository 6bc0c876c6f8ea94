/** Which requests the log of requests keeps, and whose they are. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { NotedRequest } from '#accounts/requests/request-notes.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { account, callerOf, liveKey, openApiWorld } from '#test/harness/api-world.ts';

async function openWorld(changes: Parameters<typeof openApiWorld>[0] = {}) {
  const noted: NotedRequest[] = [];
  const noteRequest = (request: NotedRequest) => void noted.push(request);
  const world = await openApiWorld({ noteRequest, ...changes });
  const kept = () => noted.map(({ path, status, refusal }) => [path, status, refusal]);
  return { world, noted, kept };
}

const headers = { 'x-api-key': liveKey };

suite('a request is kept', () => {
  test('with its key, its parameters and its answer', async () => {
    const { world, noted } = await openWorld();
    await using _ = world;
    const { headers: replied } = await world.send({ message: 'Hello' });
    const [request] = noted;
    assert.partialDeepStrictEqual(request, {
      accountId: account.id,
      keyId: 3,
      method: 'POST',
      path: '/v1/send',
      status: 200,
      code: 200,
      refusal: null,
      requestId: replied.get('x-request-id'),
    });
    assert.partialDeepStrictEqual(request?.parameters(), { message: 'Hello' });
    assert.partialDeepStrictEqual(request?.answer(), { success: true });
  });

  test('where it is refused, too, also before anybody has looked at its key', async () => {
    const { world, kept } = await openWorld();
    await using _ = world;
    await world.send({ message: '' });
    await world.ask('/v1/nothing-there', { headers });
    await world.ask('/v1/send', { method: 'DELETE', headers });
    await world.ask('/v1/send', { method: 'POST', headers, body: '{"message":' });
    assert.deepEqual(
      kept().map(([path, status]) => [path, status]),
      [
        ['/v1/send', 400],
        ['/v1/nothing-there', 404],
        ['/v1/send', 405],
        ['/v1/send', 400],
      ],
    );
  });

  test('where its key or its account may not do it', async () => {
    const { world, kept } = await openWorld({
      authenticate: async () => callerOf('live', { state: 'blocked' }),
    });
    await using _ = world;
    await world.ask('/v1/me', { headers });
    assert.deepEqual(kept(), [['/v1/me', 403, 'account is blocked']]);
  });

  test('and not where nobody is known to have sent it', async () => {
    const { world, kept } = await openWorld();
    await using _ = world;
    await world.ask('/v1/me');
    await world.ask('/v1/me?apiKey=wrong');
    await world.ask('/v1/nothing-there');
    await world.ask('/v1/nothing-there?apiKey=wrong');
    await world.ask('/healthz');
    assert.deepEqual(kept(), []);
  });

  test('and a storage in trouble loses the row alone', async () => {
    const { world, kept } = await openWorld({
      authenticate: async () => {
        throw new StorageUnavailable('no disk');
      },
    });
    await using _ = world;
    assert.equal((await world.ask('/v1/nothing-there', { headers })).status, 404);
    assert.deepEqual(kept(), []);
    assert.doesNotMatch(world.logLines.join(''), /boundary/);
  });
});
