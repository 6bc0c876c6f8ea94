/** Paths with names in them, and which of two that fit is meant. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { define } from './definition.ts';
import { give, handle } from './handler.ts';
import { RouteTable } from './route-table.ts';

const route = (method: 'GET' | 'POST', path: string) =>
  handle(define({ method, path, needs: 'nobody', summary: '' }), () => give(undefined));

suite('the table of routes', () => {
  test('finds a path by its segments and gives what stands for its names', () => {
    const table = new RouteTable([
      route('GET', '/api/accounts/{account}/messages/{message}'),
      route('POST', '/api/accounts/{account}/messages/{message}'),
    ]);
    const found = table.find('/api/accounts/7/messages/a%2Fb');
    assert.deepEqual(found?.names, { account: '7', message: 'a%2Fb' });
    assert.deepEqual([...found.handlers.keys()], ['GET', 'POST']);
    assert.equal(table.find('/api/accounts/7/messages'), undefined);
    assert.equal(table.find('/api/accounts/7/messages/1/'), undefined);
  });

  test('prefers what is spelled out to a name', () => {
    const table = new RouteTable([
      route('GET', '/api/sessions/{session}'),
      route('GET', '/api/sessions/mine'),
    ]);
    assert.deepEqual(table.find('/api/sessions/mine')?.names, {});
    assert.deepEqual(table.find('/api/sessions/9')?.names, { session: '9' });
  });
});
