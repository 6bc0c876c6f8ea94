import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { account } from '#test/harness/api-world.ts';
import { money, phone } from '#test/harness/records.ts';
import { usualOptions } from '../forwarding/forward-rule.ts';
import { type Trunk, trunkDefaults } from '../trunks/trunk.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import { type CallFacts, type Decision, decide, type Neighbours } from './call-policy.ts';
import type { CallWay, ForwardingStep } from './call-way.ts';

const nowMs = Date.UTC(2030, 0, 1);
const target = phone('33112345678');
const trunk: Trunk = {
  id: 1,
  name: 'carrier',
  enabled: true,
  builtIn: false,
  tracedUntilMs: 0,
  settings: trunkDefaults,
  sealedPassword: '',
  sealedAuthInPassword: '',
  createdAtMs: 0,
};
const price = { accountId: 0, prefix: '33', perMinute: money(10_000), firstS: 1, nextS: 1 };

const number: VirtualNumber = {
  id: 1,
  phone: phone('33755000001'),
  accountId: account.id,
  active: true,
  freeAfterMs: null,
  takesSms: true,
  takesCalls: true,
  canForward: true,
  label: '',
  monthlyPrice: money(0),
  minutePrice: money(5_000),
  rentedAtMs: 0,
  paidUntilMs: null,
  deactivatedWhy: '',
};

type HopOver = Partial<Omit<ForwardingStep, 'number'>> & {
  readonly number?: Partial<VirtualNumber>;
};

function aHop({ number: over, ...rest }: HopOver = {}): ForwardingStep {
  return {
    number: { ...number, ...over },
    account,
    rule: { kind: 'forward', target },
    leadsOn: false,
    options: usualOptions,
    ...rest,
  };
}

type Asked = {
  readonly hops?: readonly ForwardingStep[];
  readonly isEndless?: boolean;
  readonly call?: Partial<CallFacts>;
  readonly neighbours?: Partial<Neighbours>;
};

function decided({ hops = [aHop()], isEndless = false, call, neighbours }: Asked): Decision {
  const way: CallWay = { hops, isEndless };
  return decide({ caller: '33612345678', maxForwards: 70, divertedBy: [], nowMs, ...call }, way, {
    mayCall: () => true,
    priceOf: () => price,
    trunksToward: () => [trunk],
    cap: () => undefined,
    ...neighbours,
  });
}

const other: Account = { ...account, id: 8 };

function cap(): never {
  return assert.fail('nothing was to be counted');
}

suite('a call', () => {
  test('goes where the rule of its number says, at the price and by the trunks for that', () => {
    const hops = [aHop()];
    const options = usualOptions;
    const expected = {
      kind: 'forward',
      target,
      hops,
      payer: account,
      price,
      trunks: [trunk],
      options,
    };
    assert.deepEqual(decided({ hops }), expected);
  });

  test('led on by several numbers is paid by the account of the last', () => {
    const second = phone('33755000002');
    const first = aHop({ rule: { kind: 'forward', target: second } });
    const last = aHop({ number: { phone: second }, account: other });
    const decision = decided({ hops: [first, last] });
    assert.ok(decision.kind === 'forward');
    assert.equal(decision.payer.id, 8);
    assert.deepEqual(decision.hops, [first, last]);
  });

  test('becomes a message where the rule says voicemail, also behind another number', () => {
    const hop = aHop({ rule: { kind: 'voicemail', target: 'a@acme.example' } });
    const decision = decided({
      hops: [aHop({ rule: { kind: 'forward', target: number.phone } }), hop],
    });
    assert.ok(decision.kind === 'voicemail');
    assert.deepEqual([decision.mailTo, decision.perMinute], ['a@acme.example', 5_000]);
  });

  test('that nobody has asked for is never counted against a limit', () => {
    decided({ hops: [], neighbours: { cap } });
    decided({ neighbours: { cap, mayCall: () => false } });
    decided({ neighbours: { cap, trunksToward: () => [] } });
  });

  const past = nowMs - 1;
  for (const [what, asked, status, cause] of [
    ['to a number that is not ours', { hops: [] }, 404, 'unknown_number'],
    ['to one in stock', { hops: [aHop({ number: { accountId: null } })] }, 404, 'unknown_number'],
    [
      'to one that was given back and rests',
      { hops: [aHop({ number: { accountId: null, freeAfterMs: nowMs + 1 } })] },
      404,
      'unknown_number',
    ],
    [
      'to one that has rested',
      { hops: [aHop({ number: { accountId: null, freeAfterMs: past } })] },
      404,
      'unknown_number',
    ],
    [
      'to one for SMS alone',
      { hops: [aHop({ number: { takesCalls: false } })] },
      404,
      'unknown_number',
    ],
    ['to a deactivated one', { hops: [aHop({ number: { active: false } })] }, 480, 'policy'],
    [
      'to one that may not forward',
      { hops: [aHop({ number: { canForward: false } })] },
      480,
      'policy',
    ],
    [
      'to a number of a blocked account',
      { hops: [aHop({ account: { ...account, state: 'blocked' } })] },
      403,
      'policy',
    ],
    ['without a rule', { hops: [aHop({ rule: undefined })] }, 480, 'policy'],
    [
      'led on to a number of ours without a rule',
      { hops: [aHop(), aHop({ rule: undefined })] },
      480,
      'policy',
    ],
    ['in a circle of our numbers', { isEndless: true }, 482, 'loop'],
    ['that the number has diverted before', { call: { divertedBy: [number.phone] } }, 482, 'loop'],
    ['without a hop left', { call: { maxForwards: 0 } }, 483, 'loop'],
    ['to a closed destination', { neighbours: { mayCall: () => false } }, 403, 'policy'],
    [
      'to a destination without a price',
      { neighbours: { priceOf: () => undefined } },
      403,
      'policy',
    ],
    ['that no trunk takes', { neighbours: { trunksToward: () => [] } }, 503, 'trunk_failed'],
    ['beyond a limit', { neighbours: { cap: () => 'calls at once' } }, 486, 'policy'],
  ] as const satisfies readonly (readonly [string, Asked, number, string])[]) {
    test(`${what} hears ${status}`, () => {
      const decision = decided(asked);
      assert.ok(decision.kind === 'refuse');
      assert.deepEqual([decision.status, decision.cause], [status, cause]);
      assert.notEqual(decision.rule, '');
    });
  }
});
