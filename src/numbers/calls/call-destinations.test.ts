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

  test('is never a satellite, a network of no country or a premium number, without any list', async () => {
    // ITU-T E.164, list of assigned codes: 870, 881 to 883, 878, 979; national ones as the phone library has them.
    const closed = ['870773123456', '881612345678', '8821612345678', '883510012345678'];
    const more = ['878101234567', '979123456789', '80812345678', '33899123456', '19005550123'];
    for (const number of [...closed, ...more]) {
      assert.equal(await mayCall(account, phone(number), store([], ['US', 'FR'])), false, number);
    }
  });

  test('is never a range that fraud calls, opened or at home', async () => {
    assert.equal(await mayCall(account, phone('3225551234'), store(['322'], ['BE'])), false);
    assert.equal(await mayCall(account, phone('3235551234'), store(['322'], ['BE'])), true);
    assert.equal(await mayCall(account, phone('33112345678'), store(['331'])), false);
  });
});
