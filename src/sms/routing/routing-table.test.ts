import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { phone } from '#test/harness/records.ts';
import { aRoute } from '#test/harness/routes.ts';
import { RoutingTable } from './routing-table.ts';

const french = phone('33612345678');

test('the routes of a number are those of every prefix that fits, the longest first', () => {
  const routes = ['', '33', '336', '337', '49'].map((prefix, id) => aRoute({ id, prefix }));
  const table = new RoutingTable(routes, new Map());
  const prefixesOf = (digits: string) =>
    table.candidatesFor(phone(digits)).routes.map(({ prefix }) => prefix);
  assert.deepEqual(prefixesOf(french), ['336', '33', '']);
  assert.deepEqual(prefixesOf('4915112345678'), ['49', '']);
  assert.deepEqual(prefixesOf('12025550123'), ['']);
  assert.deepEqual(new RoutingTable([], new Map()).candidatesFor(french).routes, []);
});

test('the network of a number is that of the longest prefix that was imported', () => {
  const networks = new Map([
    ['336', '20801'],
    ['33612', '20810'],
  ]);
  const table = new RoutingTable([aRoute({ network: '20801' })], networks);
  assert.equal(table.candidatesFor(french).network, '20810');
  assert.equal(table.candidatesFor(phone('33698765432')).network, '20801');
  assert.equal(table.candidatesFor(phone('33798765432')).network, undefined);
});

test('what is found is what a look through all routes finds', () => {
  const digits = fc.stringMatching(/^[1-9][0-4]{0,4}$/);
  fc.assert(
    fc.property(fc.uniqueArray(digits, { maxLength: 20 }), digits, (prefixes, number) => {
      const routes = prefixes.map((prefix, id) => aRoute({ id, prefix }));
      const found = new RoutingTable(routes, new Map()).candidatesFor(phone(number)).routes;
      const fitting = prefixes.filter((prefix) => number.startsWith(prefix));
      assert.deepEqual(
        found.map(({ prefix }) => prefix),
        fitting.toSorted((a, b) => b.length - a.length),
      );
    }),
  );
});
