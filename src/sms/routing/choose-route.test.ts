import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fineCondition } from '#sms/directory.ts';
import { money, phone } from '#test/harness/records.ts';
import { aRoute } from '#test/harness/routes.ts';
import {
  chooseRoute,
  compareRoutes,
  findObstacle,
  type Standing,
  type Wish,
} from './choose-route.ts';
import type { Route } from './route.ts';

const wish: Wish = { phone: phone('33612345678'), sender: '', grade: undefined, urgent: false };
const well: Standing = { state: 'active', ...fineCondition };

type World = {
  readonly wish?: Partial<Wish>;
  readonly standings?: Readonly<Record<number, Partial<Standing>>>;
  readonly network?: string;
  readonly random?: number;
};

/** The id and the reason of the route that is taken. */
function choice(routes: readonly Route[], { standings = {}, random = 0, ...world }: World = {}) {
  const standingOf = (operatorId: number) => ({ ...well, ...standings[operatorId] });
  const chosen = chooseRoute(
    routes.toSorted(compareRoutes),
    (route) =>
      findObstacle(
        route,
        { ...wish, ...world.wish },
        { standing: standingOf(route.operatorId), network: world.network },
      ),
    {
      isUp: ({ operatorId }) => standingOf(operatorId).downForMs === undefined,
      random: () => random,
    },
  );
  return chosen && [chosen.route.id, chosen.reason];
}

suite('of several routes is taken', () => {
  test('the one of the longest prefix, whatever the others cost', () => {
    const dear = aRoute({ id: 1, prefix: '336', buyPrice: money(90_000) });
    const cheap = aRoute({ id: 2, prefix: '33', buyPrice: money(10_000) });
    assert.deepEqual(choice([cheap, dear]), [1, 'longest prefix']);
  });

  test('the one for the network of the number, where that is known', () => {
    const any = aRoute({ id: 1 });
    const own = aRoute({ id: 2, network: '20801', priority: 9 });
    assert.deepEqual(choice([any, own], { network: '20801' }), [2, 'network']);
    assert.deepEqual(choice([any, own], { network: '20810' }), [1, 'only route']);
    assert.deepEqual(choice([any, own]), [1, 'only route']);
  });

  test('the one of the first priority, though it is dearer', () => {
    const first = aRoute({ id: 1, priority: 1, buyPrice: money(90_000) });
    const second = aRoute({ id: 2, priority: 2, buyPrice: money(10_000) });
    assert.deepEqual(choice([second, first]), [1, 'priority']);
  });

  test('one whose link is up, then the cheapest; an unknown price is the dearest', () => {
    const a = aRoute({ id: 1, operatorId: 1, buyPrice: money(10_000) });
    const b = aRoute({ id: 2, operatorId: 2, buyPrice: money(20_000) });
    const c = aRoute({ id: 3, operatorId: 3 });
    assert.deepEqual(choice([c, b, a]), [1, 'price']);
    assert.deepEqual(choice([c, b, a], { standings: { 1: { downForMs: 1 } } }), [2, 'price']);
    const onlyC = { 1: { downForMs: 1 }, 2: { downForMs: 1 } };
    assert.deepEqual(choice([c, b, a], { standings: onlyC }), [3, 'link is up']);
    const nobody = { ...onlyC, 3: { downForMs: 1 } };
    assert.deepEqual(choice([c, b, a], { standings: nobody }), [1, 'price']);
  });

  test('each of equal ones as often as its weight says', () => {
    const routes = [aRoute({ id: 1, weight: 3 }), aRoute({ id: 2, operatorId: 2, weight: 1 })];
    const taken = Array.from(
      { length: 400 },
      (_, index) => choice(routes, { random: (index + 0.5) / 400 })?.[0],
    );
    assert.equal(taken.filter((id) => id === 1).length, 300);
    assert.deepEqual(choice(routes, { random: 1 }), [2, 'weight']);
  });
});

suite('a route is passed over', () => {
  const spare = aRoute({ id: 9, operatorId: 9, prefix: '' });

  test('when it is switched off, of another grade, or for other senders', () => {
    const off = aRoute({ id: 1, enabled: false });
    const second = aRoute({ id: 1, grade: 2 });
    const words = aRoute({ id: 1, senders: ['word', 'short'] });
    assert.deepEqual(choice([off, spare]), [9, 'only route']);
    assert.deepEqual(choice([second, spare], { wish: { grade: 1 } }), [9, 'only route']);
    assert.deepEqual(choice([second, spare], { wish: { grade: 2 } }), [1, 'longest prefix']);
    assert.deepEqual(choice([second, spare]), [1, 'longest prefix']);
    for (const [sender, taken] of [
      ['ACME', 1],
      ['36180', 1],
      ['33612345678', 9],
      ['', 9],
    ] as const) {
      assert.equal(choice([words, spare], { wish: { sender } })?.[0], taken, sender);
    }
  });

  test('when its operator drains, has used up its quota, or has refused the message', () => {
    const first = aRoute({ id: 1 });
    const passedOver = (world: World) =>
      assert.deepEqual(choice([first, spare], world), [9, 'only route']);
    passedOver({ standings: { 1: { state: 'draining' } } });
    passedOver({ standings: { 1: { state: 'leaving' } } });
    passedOver({ standings: { 1: { quotaUsedUp: true } } });
    passedOver({ wish: { notBy: new Set([1]) } });
    assert.equal(choice([first], { wish: { notBy: new Set([1]) } }), undefined);
  });

  test('when its operator answers no submit', () => {
    const first = aRoute({ id: 1 });
    const silent = { standings: { 1: { silentForMs: 10_000 } } };
    assert.deepEqual(choice([first, spare], silent), [9, 'only route']);
    assert.deepEqual(choice([first], silent), [1, 'waits for its operator']);
  });

  test('when its operator has been away for 13 seconds, for codes after 3.5', () => {
    const first = aRoute({ id: 1 });
    const away = (downForMs: number, urgent: boolean) =>
      choice([first, spare], { wish: { urgent }, standings: { 1: { downForMs } } })?.[0];
    assert.deepEqual([away(12_999, false), away(13_000, false)], [1, 9]);
    assert.deepEqual([away(3_499, true), away(3_500, true)], [1, 9]);
  });

  test('but a message waits for an operator that is down or paused if there is no other', () => {
    const first = aRoute({ id: 1 });
    const expected = [1, 'waits for its operator'];
    assert.deepEqual(choice([first], { standings: { 1: { downForMs: 90_000 } } }), expected);
    assert.deepEqual(choice([first], { standings: { 1: { state: 'paused' } } }), expected);
    assert.deepEqual(choice([first, spare], { standings: { 1: { state: 'paused' } } }), [
      9,
      'only route',
    ]);
  });
});
