import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type NotedRequest, RequestNotes } from './request-notes.ts';

const request: NotedRequest = {
  accountId: 1,
  atMs: 0,
  requestId: 'r',
  method: 'GET',
  path: '/v1/me',
  status: 200,
  code: 200,
  refusal: null,
  durationMs: 1,
  keyId: 1,
  octets: 2,
  address: '192.0.2.1',
  parameters: () => ({ message: 'Hello' }),
  answer: () => ({ success: true }),
};

suite('notes of requests', () => {
  test('are masked when they are taken, once', () => {
    const notes = new RequestNotes();
    notes.note(request);
    const { address: _, ...kept } = request;
    assert.deepEqual(notes.take(), [
      {
        ...kept,
        network: '192.0.0.0/16',
        parameters: '{"message":"*** (5)"}',
        answer: '{"success":true}',
        skipped: 0,
      },
    ]);
    assert.deepEqual(notes.take(), []);
  });

  test('are fifty of an account in a round, and the others are counted', () => {
    const notes = new RequestNotes();
    for (let n = 0; n < 60; n += 1) notes.note({ ...request, requestId: String(n) });
    notes.note({ ...request, accountId: 2 });
    const taken = notes.take();
    assert.equal(taken.length, 51);
    assert.deepEqual(
      taken.filter(({ skipped }) => skipped > 0).map((each) => [each.requestId, each.skipped]),
      [['49', 10]],
    );
  });

  test('of all accounts are five hundred, and whose were counted alone hears it later', () => {
    const notes = new RequestNotes();
    for (let accountId = 1; accountId <= 501; accountId += 1) notes.note({ ...request, accountId });
    assert.equal(notes.take().length, 500);
    notes.note({ ...request, accountId: 501 });
    assert.deepEqual(
      notes.take().map(({ skipped }) => skipped),
      [1],
    );
  });

  test('hold no more octets of bodies than they may', () => {
    const notes = new RequestNotes();
    for (let n = 0; n < 3; n += 1) notes.note({ ...request, octets: 4_000_000 });
    assert.deepEqual(
      notes.take().map(({ parameters }) => parameters),
      ['{"message":"*** (5)"}', '{"message":"*** (5)"}', '{}'],
    );
  });
});
