/** What the console asks, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import type { OpenLink } from '#sms/sms-engine.ts';
import { addOperator, operatorLink } from '#test/harness/added-operator.ts';
import { openPageWorld } from '#test/harness/page-world.ts';

const operations = '/api/operations';

const aLink: OpenLink & { readonly processId: number; readonly host: string } = {
  place: 0,
  processId: 1,
  host: 'here',
  connections: [{ mode: 'trx', state: 'bound', peer: 'SMSC', lost: '', retryAtMs: null }],
  window: 10,
  unanswered: 3,
  ratePerSecond: 2.5,
  answers: [{ status: 'ESME_RTHROTTLED', count: 4 }],
  otherAnswers: 0,
  uncertain: 0,
  roundTrip: { meanMs: 1.5, mostMs: 2 },
  trace: {
    endsAtMs: null,
    pdus: [
      {
        atMs: 1,
        way: 'sent',
        command: 'submit_sm',
        sequence: 1,
        status: 'ESME_ROK',
        source: 'Acme',
        destination: '+336*****78',
        messageId: '',
        esmClass: 0,
        dataCoding: 0,
        textOctets: 5,
      },
    ],
  },
};

suite('the console', () => {
  test('an operator is added without showing its password, paused and removed', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const listed = await world.get('/api/operations/operator-list');
    assert.partialDeepStrictEqual(listed['operators'], [
      { id: 1, name: 'acme', owed: 0, routes: 0 },
    ]);
    assert.doesNotMatch(JSON.stringify(listed), /hunter2|sealed/);
    const twice = await world.ask('POST', '/api/operations/operator-add', {
      name: 'acme',
      ...operatorLink,
      binds: 1,
      window: 1,
      ratePerSecond: null,
    });
    assert.equal(twice.json['word'], 'operator is there');
    const name = 'acme';
    const paused = await world.ask('POST', '/api/operations/operator-pause', { name });
    assert.equal(paused.status, 200);
    const removed = await world.ask('POST', '/api/operations/operator-remove', { name });
    assert.deepEqual(removed.json, { removed: name });
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [{ actor: 'ada@parley.example' }]);
    assert.doesNotMatch(JSON.stringify(records), /hunter2/);
  });

  test('an operator shows what its binds do here, and who holds the others', async () => {
    const traced: (readonly [number, boolean])[] = [];
    await using world = await openPageWorld((ports) =>
      operationHandlers({
        ...ports,
        openLinks: {
          links: async () => [aLink],
          trace: (id, isTraced) => traced.push([id, isTraced]),
        },
      }),
    );
    await addOperator(world, 2);
    const shown = await world.get('/api/operations/operator-binds?name=acme');
    assert.partialDeepStrictEqual(shown, {
      operator: { name: 'acme' },
      lateMs: null,
      links: [
        {
          place: 0,
          unanswered: 3,
          answers: [{ status: 'ESME_RTHROTTLED', count: 4 }],
          trace: { pdus: [{ command: 'submit_sm', status: 'ESME_ROK' }] },
        },
      ],
      elsewhere: [{ place: 1, processId: null, host: '' }],
    });
    assert.equal((await world.ask('GET', '/api/operations/operator-binds?name=sfr')).status, 404);
    const begun = await world.ask('POST', '/api/operations/operator-trace', {
      name: 'acme',
      isOn: true,
    });
    assert.deepEqual(begun.json, { binds: 1 });
    assert.deepEqual(traced, [[1, true]]);
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [{ action: 'operator.traced', target: 'acme' }]);
    const nowhere = await world.ask('POST', '/api/operations/operator-trace', {
      name: 'sfr',
      isOn: true,
    });
    assert.equal(nowhere.status, 404);
  });

  test('processes, settings, trunks, numbers and what is held are listed', async () => {
    await using world = await openPageWorld();
    const { settings } = await world.get(`${operations}/config-server`);
    assert.ok((settings as { name: string }[]).some(({ name }) => name === 'public-url'));
    assert.deepEqual(await world.get(`${operations}/trunk-list`), { trunks: [] });
    assert.partialDeepStrictEqual(await world.get(`${operations}/number-list`), {
      numbers: [],
      all: 0,
    });
    assert.deepEqual(await world.get(`${operations}/limit-held`), { held: [] });
    assert.deepEqual(await world.get(`${operations}/mail-held`), { held: [] });
    const drained = await world.ask('POST', `${operations}/cluster-drain`, { process: 9 });
    assert.equal(drained.status, 404);
  });

  test('the doctor tells what it found, and who took diagnostics stands in the audit', async () => {
    await using world = await openPageWorld();
    assert.deepEqual(await world.post(`${operations}/doctor`, {}), {
      ok: true,
      findings: [
        {
          of: { en: 'disk', fr: 'disque' },
          verdict: 'warn',
          says: { en: '0.5 GiB are free.', fr: '0.5 Gio sont libres.' },
          fix: {
            en: 'Free disk space, or keep data for fewer days: --retention-days. When the disk is full, sends are refused with 503.',
            fr: 'Libérez de l’espace, ou gardez les données moins longtemps : --retention-days. Quand le disque est plein, les envois sont refusés avec 503.',
          },
          code: 'disk has room',
          params: { gib: '0.5' },
        },
      ],
    });
    assert.deepEqual(await world.get(`${operations}/diagnostics`), { process: {} });
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [{ action: 'diagnostics.taken' }]);
  });
});
