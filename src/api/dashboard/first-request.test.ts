/** The routes of pages are loaded when one is asked for first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyBytesMax } from '#api/http/http-message.ts';
import { openApiWorld } from '#test/harness/api-world.ts';
import type { Handler } from './handler.ts';

const post = { method: 'POST', needs: 'nobody', summary: 'A route.' } as const;
const routes: readonly Handler[] = [
  {
    definition: { ...post, path: '/api/short' },
    answer: ({ request }) => ({ ok: true, value: { length: request.body.length } }),
  },
  {
    definition: { ...post, path: '/api/long', largeBodies: true },
    answer: ({ request }) => ({ ok: true, value: { length: request.body.length } }),
  },
];

/** `load` in place of the operations, which are asked for by no one else. */
async function openPages(load: () => Promise<readonly Handler[]>) {
  const world = await openApiWorld({
    dashboard: {
      loadHandlers: load,
      findSession: async () => undefined,
      roleIn: async () => undefined,
      stateOf: async () => 'active',
    },
  });
  const send = (path: string, bytes: number) => {
    const origin = `http://127.0.0.1:${world.port}`;
    const headers = { 'x-parley': '1', 'content-type': 'application/json', origin };
    return world.ask(path, { method: 'POST', headers, body: 'x'.repeat(bytes) });
  };
  return { world, send };
}

test('commands load no route of a page, the first request of a page loads them, and the next finds them', async () => {
  let loads = 0;
  const { world, send } = await openPages(async () => {
    loads += 1;
    return routes;
  });
  await using _ = world;
  assert.equal((await world.send()).status, 200);
  assert.equal((await world.ask('/healthz')).status, 200);
  assert.equal(loads, 0);
  assert.equal((await send('/api/short', 1)).status, 200);
  assert.equal((await send('/api/long', 1)).status, 200);
  assert.equal((await send('/api/none', 1)).status, 404);
  assert.equal(loads, 1);
});

for (const [path, status] of [
  ['/api/short', 413],
  ['/api/long', 200],
] as const) {
  test(`a body of more than 1 MB is ${status} at ${path}, in the first request and in the second`, async () => {
    const { world, send } = await openPages(async () => routes);
    await using _ = world;
    for (let times = 0; times < 2; times += 1) {
      const reply = await send(path, bodyBytesMax + 1);
      assert.equal(reply.status, status, reply.text);
    }
  });
}

test('routes that cannot be loaded are asked for again, and nothing else is harmed', async () => {
  let loads = 0;
  const { world, send } = await openPages(async () => {
    loads += 1;
    if (loads === 1) throw new Error('The file is gone');
    return routes;
  });
  await using _ = world;
  assert.equal((await send('/api/short', 1)).status, 500);
  assert.equal((await world.send()).status, 200);
  assert.equal((await send('/api/short', 1)).status, 200);
});
