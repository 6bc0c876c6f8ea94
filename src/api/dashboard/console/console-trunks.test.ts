/** What the console asks of trunks, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import { instantText } from '#core/instant-text.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { atMs } from '#test/harness/records.ts';

const operations = '/api/operations';

suite('trunks on the console', () => {
  test('a trunk is added with all its settings, changed and removed, and its passwords never shown', async () => {
    await using world = await openPageWorld();
    const settings = {
      host: 'sip.carrier.example',
      sources: ['192.0.2.0/24'],
      numberFrom: 'header:X-Number',
      homeCountry: 'fr',
      authUser: 'parley',
      maxCalls: 20,
      port: null,
    };
    const secrets = { password: 'CANARY-OUT', authInPassword: 'CANARY-IN' };
    const added = await world.post(`${operations}/trunk-add`, {
      name: 'carrier',
      ...settings,
      ...secrets,
    });
    assert.partialDeepStrictEqual(added['trunk'], {
      name: 'carrier',
      enabled: true,
      hasPassword: true,
      hasAuthInPassword: true,
      settings: { numberFrom: 'header:x-number', homeCountry: 'FR', maxCalls: 20, maxCps: 50 },
      standings: [],
    });
    const changed = await world.post(`${operations}/trunk-set`, {
      name: 'carrier',
      maxCalls: null,
      media: 'bypass',
      authInPassword: '',
    });
    assert.partialDeepStrictEqual(changed['trunk'], {
      hasPassword: true,
      hasAuthInPassword: false,
      settings: { host: 'sip.carrier.example', maxCalls: null, media: 'bypass' },
    });
    const listed = await world.get(`${operations}/trunk-list`);
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.doesNotMatch(JSON.stringify([added, changed, listed, records]), /CANARY|sealed/);
    assert.partialDeepStrictEqual(records, [{ action: 'trunk.set' }, { action: 'trunk.add' }]);
    const twice = await world.ask('POST', `${operations}/trunk-add`, {
      name: 'carrier',
      ...settings,
      sources: ['198.51.100.1'],
    });
    assert.equal(twice.json['word'], 'trunk is there');
    const remove = () => world.ask('POST', `${operations}/trunk-remove`, { name: 'carrier' });
    assert.equal((await remove()).status, 200);
    assert.equal((await remove()).status, 404);
    assert.deepEqual((await world.get(`${operations}/trunk-list`))['trunks'], []);
  });

  test('a trunk whose settings are wrong is told which, in words', async () => {
    await using world = await openPageWorld();
    const good = { host: 'sip.carrier.example', sources: ['192.0.2.0/24'] };
    for (const [settings, field, reason] of [
      [{ ...good, sources: ['192.0.2.1/24'] }, 'sources', /networks such as/],
      [{ ...good, host: 'a b' }, 'host', /an IP address or a host name/],
      [{ ...good, maxCps: 0 }, 'maxCps', /a whole number from 1 to 10000/],
      [{ host: good.host }, 'sources', /A trunk for incoming calls requires sources or register/],
      [{ sources: good.sources }, 'host', /A trunk for outgoing calls requires host/],
      [
        { ...good, register: true },
        'authUser',
        /Registration requires authUser, the user name at the carrier/,
      ],
    ] as const) {
      const refused = await world.ask('POST', `${operations}/trunk-add`, {
        name: 'new',
        ...settings,
      });
      assert.equal(refused.status, 400, field);
      assert.match(refused.text, new RegExp(field));
      assert.match(refused.text, reason);
    }
    await world.post(`${operations}/trunk-add`, { name: 'first', ...good });
    const taken = await world.ask('POST', `${operations}/trunk-add`, { name: 'second', ...good });
    assert.match(taken.text, /192\.0\.2\.0\/24 is already a source of first/);
    const nowhere = await world.ask('POST', `${operations}/trunk-set`, {
      name: 'nobody',
      maxCalls: 1,
    });
    assert.equal(nowhere.status, 404);
  });

  test('a trunk shows how it does in each process', async () => {
    const standing = {
      trunkId: 1,
      processId: 4,
      host: 'two',
      state: 'resting' as const,
      calls: 3,
      restsUntilMs: atMs,
      asked: { atMs, status: 200, durationMs: 12 },
      misses: 0,
      unregistered: '403',
    };
    await using world = await openPageWorld((ports) =>
      operationHandlers({
        ...ports,
        trunkStandings: async () => [standing],
      }),
    );
    const settings = { host: 'sip.carrier.example', sources: ['192.0.2.0/24'] };
    await world.post(`${operations}/trunk-add`, { name: 'carrier', ...settings });
    const { trunkId: _, ...shown } = standing;
    assert.partialDeepStrictEqual((await world.get(`${operations}/trunk-list`))['trunks'], [
      { standings: [shown] },
    ]);
  });

  test('messages of a trunk are kept for some minutes, and shown', async () => {
    await using world = await openPageWorld();
    const host = ['--host', 'sip.carrier.example', '--sources', '192.0.2.0/24'];
    await world.line.read('trunk', 'add', 'carrier', ...host);
    const { trunks } = world.installation.storage;
    const [trunk] = await trunks.listTrunks();
    const shownOf = (name: string) => `${operations}/trunk-trace-show?name=${name}`;
    const start = (minutes: number) =>
      world.ask('POST', `${operations}/trunk-trace-start`, { name: 'carrier', minutes });
    const none = { trunk: 'carrier', tracedUntil: null, messages: [] };
    assert.deepEqual(await world.get(shownOf('carrier')), none);
    assert.equal((await start(5)).status, 200);
    const kept = { direction: 'out' as const, peer: 'udp 192.0.2.1:5060', text: 'BYE' };
    await trunks.keepMessages([{ ...kept, atMs, trunkId: trunk?.id ?? 0 }], 10);
    const shown = await world.get(shownOf('carrier'));
    const [message] = shown['messages'] as { id: number }[];
    assert.deepEqual(message, { id: message?.id, ...kept, at: instantText(atMs) });
    assert.ok(Date.parse(String(shown['tracedUntil'])) > 0);
    await world.post(`${operations}/trunk-trace-stop`, { name: 'carrier' });
    assert.equal((await world.get(shownOf('carrier')))['tracedUntil'], null);
    assert.equal((await start(16)).status, 400);
    assert.equal((await world.ask('GET', shownOf('nobody'))).status, 404);
  });
});
