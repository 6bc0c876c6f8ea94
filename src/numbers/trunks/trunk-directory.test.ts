import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aTrunk as newTrunk, phone } from '#test/harness/records.ts';
import { type Trunk, type TrunkSettings, trunkDefaults } from './trunk.ts';
import { TrunkDirectory } from './trunk-directory.ts';
import { trunkConflict } from './trunk-settings.ts';

function aTrunk(name: string, settings: Partial<TrunkSettings>, enabled = true): Trunk {
  return { ...newTrunk(settings), id: 1, tracedUntilMs: 0, name, enabled };
}

function namesToward(trunks: readonly Trunk[], target: string, random = () => 0.5) {
  return new TrunkDirectory(trunks).toward(phone(target), random).map(({ name }) => name);
}

suite('trunks', () => {
  test('are known by the narrowest of their networks, and strangers are nobody’s', () => {
    const directory = new TrunkDirectory([
      aTrunk('wide', { sources: ['192.0.2.0/24', '2001:db8::/32'] }),
      aTrunk('narrow', { sources: ['192.0.2.8/29'] }),
      aTrunk('outward', { inbound: false, sources: ['198.51.100.1/32'] }),
      aTrunk('paused', { sources: ['198.51.100.2/32'] }, false),
    ]);
    const owner = (address: string) => directory.ofSource(address)?.name;
    assert.equal(owner('192.0.2.1'), 'wide');
    assert.equal(owner('192.0.2.9'), 'narrow');
    assert.equal(owner('2001:db8::1'), 'wide');
    for (const stranger of ['198.51.100.1', '198.51.100.2', '203.0.113.1', '::1', 'nonsense']) {
      assert.equal(owner(stranger), undefined, stranger);
    }
  });

  test('take calls by the longest prefix, then by priority', () => {
    const trunks = [
      aTrunk('all', { priority: 1 }),
      aTrunk('france', { prefixes: ['33', '44'] }),
      aTrunk('mobiles', { prefixes: ['336', '337'], priority: 20 }),
      aTrunk('inward', { outbound: false }),
    ];
    assert.deepEqual(namesToward(trunks, '33612345678'), ['mobiles', 'france', 'all']);
    assert.deepEqual(namesToward(trunks, '33112345678'), ['france', 'all']);
    assert.deepEqual(namesToward(trunks, '4915112345678'), ['all']);
  });

  test('of one priority share calls by their weight', () => {
    const trunks = [aTrunk('one', { weight: 1 }), aTrunk('three', { weight: 3 })];
    let seed = 1;
    // A generator of Lehmer's: the same draws in each run.
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const first = Array.from(
      { length: 4_000 },
      () => namesToward(trunks, '33612345678', random)[0],
    );
    const share = first.filter((name) => name === 'three').length / first.length;
    assert.ok(share > 0.7 && share < 0.8, `${share}`);
  });

  for (const [what, settings, problem] of [
    ['without a source', { host: 'sip.example' }, 'trunk has no source'],
    ['without a host', { sources: ['192.0.2.0/24'] }, 'trunk has no host'],
    [
      'that registers without a name',
      { host: 'sip.example', register: true },
      'trunk has no user to register',
    ],
    [
      'with the source of another',
      { host: 'sip.example', sources: ['10.0.0.0/8'] },
      'source is another trunk’s',
    ],
    ['that is well', { host: 'sip.example', sources: ['10.1.0.0/16'] }, undefined],
  ] as const) {
    test(`${what} is ${problem === undefined ? 'taken' : 'refused'}`, () => {
      const others = [aTrunk('carrier', { host: 'x.example', sources: ['10.0.0.0/8'] })];
      const conflict = trunkConflict('new', { ...trunkDefaults, ...settings }, others);
      assert.equal(conflict?.code, problem);
    });
  }
});
