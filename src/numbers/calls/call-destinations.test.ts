import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { phone } from '#test/harness/records.ts';
import { mayCall } from './call-destinations.ts';

const account = { id: 1, homeCountry: 'FR' };

function store(prefixes: readonly string[], countries: readonly string[] = []) {
  return {
    listCallCountries: async () => countries,
    listRiskyRanges: async () =>
      prefixes.map((prefix) => ({ prefix, reason: 'seen', listedAtMs: 0 })),
  };
}

suite('where calls may go', () => {
  test('is the account’s own country, and what was opened for it', async () => {
    assert.equal(await mayCall(account, phone('33112345678'), store([])), true);
    assert.equal(await mayCall(account, phone('3225551234'), store([])), false);
    assert.equal(await mayCall(account, phone('3225551234'), store([], ['BE'])), true);
  });

  test('is never a range that fraud calls, opened or at home', async () => {
    assert.equal(await mayCall(account, phone('3225551234'), store(['322'], ['BE'])), false);
    assert.equal(await mayCall(account, phone('3235551234'), store(['322'], ['BE'])), true);
    assert.equal(await mayCall(account, phone('33112345678'), store(['331'])), false);
  });
});
