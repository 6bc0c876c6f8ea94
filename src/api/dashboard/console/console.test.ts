/** What the console asks, over a real folder. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import { must } from '#core/assert.ts';
import { instantText } from '#core/instant-text.ts';
import { recipientOfPart } from '#model/ids.ts';
import type { OpenLink } from '#sms/sms-engine.ts';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';
import { anAcceptance, atMs, money } from '#test/harness/records.ts';

const operations = '/api/operations';
const link = {
  host: '127.0.0.1',
  port: 2775,
  tls: false,
  systemId: 'us',
  password: 'hunter2',
  bind: 'trx',
};

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

async function addOperator(world: PageWorld, binds = 1): Promise<void> {
  const limits = { binds, window: 10, ratePerSecond: null };
  await world.post('/api/operations/operator-add', { name: 'acme', ...link, ...limits });
}

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
      ...link,
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
    assert.partialDeepStrictEqual(records, [{ action: 'operator.traced', target: '1' }]);
    const nowhere = await world.ask('POST', '/api/operations/operator-trace', {
      name: 'sfr',
      isOn: true,
    });
    assert.equal(nowhere.status, 404);
  });

  test('ranges that fraud calls are shown with their countries, closed, and opened again', async () => {
    await using world = await openPageWorld();
    const ranges = async () =>
      (await world.get('/api/operations/risk-list'))['ranges'] as readonly {
        readonly prefix: string;
      }[];
    const shipped = await ranges();
    assert.ok(shipped.some(({ prefix }) => prefix === '53'));
    const why = { reason: 'seen in March' };
    const add = async (prefix: string, said: object = why): Promise<number> =>
      (await world.ask('POST', '/api/operations/risk-add', { prefix, ...said })).status;
    const remove = async (): Promise<number> =>
      (await world.ask('POST', '/api/operations/risk-remove', { prefix: '3225' })).status;
    assert.equal(await add('+3225'), 200);
    assert.partialDeepStrictEqual(
      (await ranges()).find(({ prefix }) => prefix === '3225'),
      { country: 'BE', ...why },
    );
    const { calls } = world.installation.storage;
    assert.ok((await calls.listRiskyRanges()).some(({ prefix }) => prefix === '3225'));
    for (const prefix of ['', '0', '32x']) assert.equal(await add(prefix), 400);
    assert.equal(await add('32', { reason: ' ' }), 400);
    assert.equal(await remove(), 200);
    assert.equal(await remove(), 404);
    assert.deepEqual(await ranges(), shipped);
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [
      { action: 'call.not_risky', target: '3225', actor: 'ada@parley.example' },
      { action: 'call.risky', target: '3225', details: why },
    ]);
  });

  test('a table of routes is planned, taken in one commit, taken back and saved as CSV', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const listed = async () => (await world.get(`${operations}/route-list`))['routes'];
    await world.post(`${operations}/route-import`, {
      table: 'prefix,operator\n33,acme\n34,acme\n',
    });
    const before = await listed();
    const heading = 'prefix,operator,buy_price,senders';
    const table = `${heading}\n33,acme,0.02,\n35,acme,,"word,long"\n`;
    const wanted = { table, removesOthers: true };
    const plan = await world.post(`${operations}/route-plan`, wanted);
    assert.partialDeepStrictEqual(plan, { added: 1, changed: 1, same: 0, removed: 1 });
    assert.partialDeepStrictEqual(plan['changes'], [
      { before: { prefix: '33', buyPrice: null }, after: { prefix: '33', buyPrice: '0.02' } },
      { before: null, after: { prefix: '35', operator: 'acme' } },
      { before: { prefix: '34' }, after: null },
    ]);
    assert.deepEqual(await listed(), before);
    const done = await world.post(`${operations}/route-import`, wanted);
    const saved = await world.get(`${operations}/route-export`);
    assert.equal(
      saved['table'],
      'prefix,operator,network,grade,senders,priority,weight,buy_price,state\r\n' +
        '33,acme,,any,any,1,1,0.02,on\r\n35,acme,,any,"long,word",1,1,,on\r\n',
    );
    await world.post(`${operations}/route-import`, { table: done['undo'] });
    assert.deepEqual(await listed(), before);
    const both = { table: 'prefix,operator\n36,acme\n36,acme\n' };
    const twice = await world.ask('POST', `${operations}/route-import`, both);
    assert.match(twice.text, /stands there twice/);
    assert.deepEqual(await listed(), before);
  });

  test('routes are set all or none, explained and removed', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const wrong = { table: 'prefix,operator,buy_price\n33,acme,0.02\n34,nobody,0.02\n' };
    const refused = await world.ask('POST', `${operations}/route-import`, wrong);
    assert.equal(refused.status, 409);
    assert.deepEqual(await world.get(`${operations}/route-list`), { routes: [] });
    const route = { prefix: '33', operator: 'acme' };
    const set = await world.post(`${operations}/route-set`, { ...route, buyPrice: '0.02' });
    const explain = (to: string) => world.ask('GET', `${operations}/route-explain?to=${to}`);
    assert.partialDeepStrictEqual((await explain('%2B33639980001')).json, { operator: 'acme' });
    assert.equal((await explain('4915112345678')).json['operator'], null);
    assert.equal((await explain('x')).status, 400);
    const remove = () => world.ask('POST', `${operations}/route-remove`, route);
    assert.equal((await remove()).status, 200);
    assert.equal((await remove()).status, 404);
    await world.post(`${operations}/route-set`, route);
    await world.post(`${operations}/route-import`, { table: set['undo'] });
    assert.deepEqual(await world.get(`${operations}/route-list`), { routes: [] });
  });

  test('prices are set with their days, exactly, and only of accounts that there are', async () => {
    await using world = await openPageWorld();
    const listed = async () => (await world.get(`${operations}/price-list`))['prices'];
    const set = (price: object) => world.ask('POST', `${operations}/price-set`, price);
    const common = { prefix: '33', price: '0.049', account: null, from: null };
    const own = { prefix: '33', price: '0.045', account: 1, from: '1970-01-02T00:00:00Z' };
    assert.deepEqual((await set(common)).json, common);
    assert.deepEqual((await set({ ...own, from: '1970-01-02' })).json, own);
    assert.deepEqual(await listed(), [common, own]);
    assert.equal((await set({ prefix: '1', price: '1', account: 99 })).status, 404);
    assert.equal((await set({ prefix: '1', price: '-1' })).status, 400);
    await world.post(`${operations}/price-remove`, { prefix: '33' });
    assert.deepEqual(await listed(), [own]);
  });

  test('a table of prices is compared before it is set, and taken back after', async () => {
    await using world = await openPageWorld();
    const listed = async () => (await world.get(`${operations}/price-list`))['prices'];
    await world.post(`${operations}/price-import`, { table: 'prefix,price\n33,0.04\n44,0.05\n' });
    const standing = await listed();
    const table = 'Prefix\tprice\n+33\t0.04\n44\t0.06\n49\t0.07\n';
    assert.deepEqual(await world.post(`${operations}/price-plan`, { table }), {
      added: 1,
      changed: 1,
      removed: 0,
      same: 1,
      changes: [{ prefix: '44', price: '0.06', account: null, from: null, before: '0.05' }],
    });
    assert.deepEqual(await listed(), standing);
    const done = await world.post(`${operations}/price-import`, { table });
    assert.partialDeepStrictEqual(done, { prices: 3, changed: 2 });
    assert.equal(((await listed()) as readonly unknown[]).length, 3);
    await world.post(`${operations}/price-import`, { table: done['undo'] });
    assert.deepEqual(await listed(), standing);
    const wrong = { table: 'prefix,price\n33,0.04\n1,-1\n' };
    const refused = await world.ask('POST', `${operations}/price-plan`, wrong);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /line 3: price must be an amount/);
  });

  test('lanes show what waits, and mails to some servers are held', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    world.line.owePart(1);
    const { lanes, engines } = await world.get(`${operations}/lane-list`);
    assert.partialDeepStrictEqual(lanes, [{ engine: 'sms', owed: 1, owner: 'acme' }]);
    assert.partialDeepStrictEqual(engines, [{ engine: 'sms', owed: 1 }]);
    const pause = (lane: string) => world.ask('POST', `${operations}/lane-pause`, { lane });
    assert.partialDeepStrictEqual((await pause('mail/relay:normal/1')).json, { isChanged: true });
    const orders = await world.installation.storage.emails.findLaneOrders();
    assert.partialDeepStrictEqual(orders, [{ owner: 'mail/relay', held: true }]);
    for (const odd of ['mail/resolve/3', 'sms/1/0', 'webhook/x']) {
      assert.equal((await pause(odd)).status, 400, odd);
    }
  });

  test('a lane is stopped and let go, which the list shows although nothing waits', async () => {
    await using world = await openPageWorld();
    const lane = 'sms/7/0:bulk/1';
    const order = (verb: string) => world.post(`${operations}/lane-${verb}`, { lane });
    assert.deepEqual(await order('pause'), { lane, isPaused: true, isChanged: true });
    assert.deepEqual(await order('pause'), { lane, isPaused: true, isChanged: false });
    assert.partialDeepStrictEqual((await world.get(`${operations}/lane-list`))['lanes'], [
      { lane, owed: 0, lateMs: null, isPaused: true, pauses: 'lane' },
    ]);
    assert.deepEqual(await order('resume'), { lane, isPaused: false, isChanged: true });
    assert.deepEqual((await world.get(`${operations}/lane-list`))['lanes'], []);
    const { audit: records } = await world.get('/api/operations/audit-list');
    const noted = (records as { action: string; target: string }[]).slice(0, 2);
    assert.deepEqual(
      noted.map(({ action, target }) => [action, target]),
      [
        ['lane.resumed', lane],
        ['lane.paused', lane],
      ],
    );
  });

  test('texts that wait are cancelled: first in numbers, then as a task that somebody may stop', async () => {
    await using world = await openPageWorld();
    const { storage } = world.installation;
    const account = must(await storage.accounts.findAccount(1), 'account of the world');
    const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
    await storage.accounts.move({ ...funds, amount: money(10_000_000) });
    await storage.messages.acceptMessages([
      anAcceptance(account, 5, { message: { tag: 'spring', acceptedAtMs: 1_000 } }),
      anAcceptance(account, 6, { message: { acceptedAtMs: 1_000 } }),
    ]);
    const wish = { account: 1, tag: 'spring' };
    const plan = await world.post(`${operations}/lane-cancel`, wish);
    const effect = { texts: 1, parts: 1, staying: [], isCut: false, task: null };
    assert.partialDeepStrictEqual(plan, effect);
    assert.partialDeepStrictEqual(plan['refunds'], [{ currency: 'EUR', test: false }]);
    await addOperator(world);
    await world.post(`${operations}/operator-drain`, { name: 'acme' });
    for (const [verb, wrong, status] of [
      ['cancel', {}, 400],
      ['cancel', { prefix: 'abc' }, 400],
      ['cancel', { prefix: '' }, 400],
      ['cancel', { account: 1, operator: 'nobody' }, 404],
      ['move', { account: 1 }, 400],
      ['move', { account: 1, to: 'nobody' }, 404],
      ['move', { account: 1, to: 'acme' }, 409],
    ] as const) {
      for (const yes of [false, true]) {
        const refused = await world.ask('POST', `${operations}/lane-${verb}`, { ...wrong, yes });
        assert.equal(refused.status, status, refused.text);
      }
    }
    assert.deepEqual(await world.get(`${operations}/lane-tasks`), { tasks: [] });
    const { before } = plan;
    const begun = { ...wish, olderThan: before, yes: true };
    const { task } = await world.post(`${operations}/lane-cancel`, begun);
    const { tasks } = await world.get(`${operations}/lane-tasks`);
    const filter = { ...wish, before };
    assert.partialDeepStrictEqual(tasks, [
      { id: task, kind: 'cancel', filter, to: null, state: 'open' },
    ]);
    await world.post(`${operations}/lane-stop`, { task });
    const again = await world.ask('POST', `${operations}/lane-stop`, { task });
    assert.equal(again.status, 404);
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

  test('what a limit holds says which one and since when, and is refused or sent', async () => {
    await using world = await openPageWorld();
    await world.line.read('account', 'topup', '1', '10');
    await addOperator(world);
    const { storage } = world.installation;
    const account = must(await storage.accounts.findAccount(1), 'account');
    const job = { lane: 'held/1/0:normal/1' };
    const messages = [5, 6].map((id) => anAcceptance(account, id, { job }));
    await storage.messages.acceptMessages(messages);
    const { subject, expiresAtMs } = must(messages[0]?.jobs[0], 'held part');
    const reason = { code: 'only route', heldBy: 'run' } as const;
    const choice = { operatorId: 1, leftOperatorId: null, reason, atMs };
    await storage.routes.noteChoices([{ recipientId: recipientOfPart(subject), ...choice }]);
    const held = {
      account: 1,
      name: 'Acme',
      parts: 2,
      rule: 'run',
      since: instantText(atMs),
      endsAt: instantText(expiresAtMs),
    };
    assert.deepEqual(await world.get(`${operations}/limit-held`), { held: [held] });
    const released = await world.post(`${operations}/limit-release`, { account: 1 });
    assert.deepEqual(released, { account: 1, parts: 2, refused: false });
    assert.deepEqual(await world.get(`${operations}/limit-held`), { held: [] });
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [
      { action: 'held.released', actor: 'ada@parley.example', details: { how: 'send' } },
    ]);
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
