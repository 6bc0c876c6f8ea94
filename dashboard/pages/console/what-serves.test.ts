/** Who removes a route or a price is told what takes its place. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { priceInPlaceOf, type RouteRank, routeInPlaceOf } from './what-serves.ts';

const usual: RouteRank = {
  prefix: '336',
  network: null,
  grade: null,
  senders: [],
  priority: 1,
  buyPrice: null,
  enabled: true,
};

function idInPlaceOf(gone: RouteRank, others: readonly Partial<RouteRank>[]): number | undefined {
  const routes = [gone, ...others.map((other) => ({ ...usual, ...other }))];
  const next = routeInPlaceOf(gone, routes);
  return next && routes.indexOf(next) + 1;
}

suite('in place of a route serves', () => {
  test('the one of the longest prefix that its numbers begin with', () => {
    assert.equal(idInPlaceOf(usual, [{ prefix: '' }, { prefix: '33' }, { prefix: '34' }]), 3);
    assert.equal(idInPlaceOf(usual, [{ prefix: '3361' }]), undefined);
  });

  test('among equals the one of the better priority, then the cheaper', () => {
    assert.equal(idInPlaceOf(usual, [{ priority: 3 }, { priority: 2 }]), 3);
    assert.equal(idInPlaceOf(usual, [{ buyPrice: '0.04' }, { buyPrice: '0.039' }]), 3);
  });

  test('none that is off, or takes only a part of what it took', () => {
    const partly = [{ enabled: false }, { network: '20801' }, { grade: 1 }, { senders: ['none'] }];
    assert.equal(idInPlaceOf(usual, partly as readonly Partial<RouteRank>[]), undefined);
    const narrow = { ...usual, network: '20801', senders: ['none'] };
    assert.equal(idInPlaceOf(narrow, [{ network: '20801', senders: ['none', 'long'] }]), 2);
  });
});

const price = (account: number, prefix: string, fromMs: number) => ({
  account: account || null,
  prefix,
  from: fromMs === 0 ? null : new Date(fromMs).toISOString(),
});

suite('in place of a price stands', () => {
  const gone = price(7, '336', 100);

  test('the one before it, then the common one of that prefix, then a shorter one', () => {
    const [before, common, shorter] = [price(7, '336', 0), price(0, '336', 0), price(7, '33', 0)];
    assert.equal(priceInPlaceOf(gone, [gone, shorter, common, before], 200), before);
    assert.equal(priceInPlaceOf(gone, [gone, shorter, common], 200), common);
    assert.equal(priceInPlaceOf(gone, [gone, shorter], 200), shorter);
    assert.equal(priceInPlaceOf(gone, [gone, price(8, '336', 0)], 200), undefined);
  });

  test('what stood there already where it is not in force', () => {
    assert.equal(priceInPlaceOf(gone, [gone, price(7, '336', 150)], 200), 'same');
  });

  test('from the day on which an announced one would have begun', () => {
    const sooner = price(7, '336', 80);
    assert.equal(priceInPlaceOf(gone, [gone, sooner], 50), sooner);
  });
});
