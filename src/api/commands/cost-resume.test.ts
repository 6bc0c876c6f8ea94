import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SpendingWish, SpentHour } from '#accounts/account-store.ts';
import type { Millionths } from '#core/money.ts';
import { assertRefused, liveKey, openApiWorld, testKey } from '#test/harness/api-world.ts';
import { HeldClock } from '#test/harness/held-clock.ts';

function spent(at: string, cost: number, parts: number): SpentHour {
  return { startsAtMs: Date.parse(at), product: 'sms', cost: cost as Millionths, parts };
}

/** Paris is an hour ahead of UTC until 31 March 2030, and two from then on. */
const hours = [
  spent('2030-02-28T22:00:00Z', 7, 1),
  spent('2030-02-28T23:00:00Z', 38_000, 1),
  spent('2030-03-31T21:00:00Z', 49_174_000, 1_209),
  spent('2030-03-31T22:00:00Z', -11_000, 0),
];

function openWorld(nowAt: string) {
  const asked: SpendingWish[] = [];
  const listSpentHours = async (wish: SpendingWish) => {
    asked.push(wish);
    return hours.filter(({ startsAtMs }) => startsAtMs >= wish.fromMs && startsAtMs < wish.untilMs);
  };
  const clock = new HeldClock(Date.parse(nowAt));
  return Object.assign(openApiWorld({ spending: { listSpentHours }, clock }), { asked });
}

const path = `/v1/statistics/cost-resume?apiKey=${liveKey}`;
const march = {
  month: 'march',
  year: '2030',
  m: '03',
  date: Date.parse('2030-02-28T23:00:00Z') / 1_000,
  type: 'month',
  cost: '49.212',
  nb_send: '1210',
};

suite('cost-resume', () => {
  test('tells of the month before this one, on the wall clock of the account', async () => {
    const opening = openWorld('2030-04-30T22:30:00Z');
    await using world = await opening;
    const { body } = await world.ask(`${path}&interval=last_month`);
    const april = { month: 'april', m: '04', date: Date.parse('2030-03-31T22:00:00Z') / 1_000 };
    assert.deepEqual(body, {
      success: true,
      code: 200,
      datas: [{ ...march, ...april, cost: '-0.011', nb_send: '0' }],
    });
    assert.deepEqual(opening.asked, [
      {
        accountId: 7,
        purse: 'live',
        fromMs: Date.parse('2030-03-31T22:00:00Z'),
        untilMs: Date.parse('2030-04-30T22:00:00Z'),
      },
    ]);
  });

  test('tells of twelve months, this one last, those without a message as well', async () => {
    await using world = await openWorld('2030-03-31T21:59:59Z');
    const { body } = await world.ask(`${path}&interval=last_twelve_months`);
    const datas = body['datas'] as readonly (typeof march)[];
    assert.deepEqual(
      datas.map(({ m, year, nb_send }) => `${m}/${year} ${nb_send}`),
      ['04', '05', '06', '07', '08', '09', '10', '11', '12']
        .map((m) => `${m}/2029 0`)
        .concat('01/2030 0', '02/2030 1', '03/2030 1210'),
    );
    assert.equal(datas[10]?.cost, '0.000007');
    assert.deepEqual(datas[11], march);
  });

  test('tells of days that the client names, month by month', async () => {
    await using world = await openWorld('2031-01-01T00:00:00Z');
    const { body } = await world.ask(`${path}&interval=custom&from=31-03-2030&to=1/4/2030`);
    const [first, second, ...more] = body['datas'] as readonly (typeof march)[];
    assert.deepEqual(more, []);
    const fromDay = Date.parse('2030-03-30T23:00:00Z') / 1_000;
    assert.deepEqual(first, { ...march, date: fromDay, cost: '49.174', nb_send: '1209' });
    assert.equal(second?.cost, '-0.011');
  });

  test('a test key hears of its own money, also in XML', async () => {
    const opening = openWorld('2030-04-01T12:00:00Z');
    await using world = await opening;
    const { text } = await world.ask(
      `/v1/statistics/cost-resume?apiKey=${testKey}&interval=last_month&_format=xml`,
    );
    assert.match(text, /<datas><item><month>march<\/month><year>2030<\/year><m>03<\/m>/);
    assert.deepEqual(
      opening.asked.map(({ purse }) => purse),
      ['test'],
    );
  });

  test('names what is missing or wrong', async () => {
    const opening = openWorld('2030-04-01T12:00:00Z');
    await using world = await opening;
    const refused = async (query: string, ...fields: string[]) =>
      assertRefused(await world.ask(`${path}${query}`), 400, 9, ...fields);
    await refused('', 'interval');
    await refused('&interval=', 'interval');
    await refused('&interval=last_week', 'interval');
    await refused('&interval[]=custom', 'interval');
    await refused('&interval=custom', 'from', 'to');
    await refused('&interval=custom&from=01-01-2030', 'to');
    for (const day of ['2030-01-01', '31-02-2030', '0-1-2030', '1-1-30', 'x', '01-01-2030x']) {
      await refused(`&interval=custom&from=${day}&to=01-01-2030`, 'from');
    }
    await refused('&interval=custom&from=02-01-2030&to=01-01-2030', 'to');
    await refused('&interval=custom&from=01-01-2029&to=02-01-2030', 'to');
    await refused('&interval=custom&from=01-01-0001&to=01-01-9999', 'to');
    assert.deepEqual(opening.asked, []);
  });
});
