import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { easterOf, isFrenchHoliday } from './french-holidays.ts';
import { firstAllowedMs } from './quiet-hours.ts';

const paris = 'Europe/Paris';

function at(local: string, zone = paris): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
}

/** When marketing of this instant goes, on the clock of the place. */
function goes(local: string, country = 'FR', zone = paris): string {
  const allowedMs = firstAllowedMs(country, at(local, zone));
  return Temporal.Instant.fromEpochMilliseconds(allowedMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

suite('marketing in France', () => {
  test('goes at once from 8 to 22 h on a working day', () => {
    for (const time of ['2030-03-05T08:00', '2030-03-05T12:34', '2030-03-05T21:59']) {
      assert.equal(goes(time), time);
    }
  });

  test('waits over the evening and the night', () => {
    assert.equal(goes('2030-03-05T22:00'), '2030-03-06T08:00');
    assert.equal(goes('2030-03-05T07:59'), '2030-03-05T08:00');
    assert.equal(goes('2030-03-05T00:00'), '2030-03-05T08:00');
  });

  test('waits over Sundays and holidays, also when several follow one another', () => {
    assert.equal(goes('2030-03-09T22:30'), '2030-03-11T08:00');
    assert.equal(goes('2030-03-10T10:00'), '2030-03-11T08:00');
    // Easter is 21 April 2030: Saturday evening, Sunday, Monday.
    assert.equal(goes('2030-04-20T22:00'), '2030-04-23T08:00');
    // 1 May 2034 is the Monday behind a Sunday.
    assert.equal(goes('2034-04-30T09:00'), '2034-05-02T08:00');
  });

  test('waits until 8 h of the wall clock when the clocks change', () => {
    // Summer time begins on Sunday 31 March 2030, and ends on Sunday 27 October.
    assert.equal(goes('2030-03-30T23:00'), '2030-04-01T08:00');
    const spring = firstAllowedMs('FR', at('2030-03-30T23:00')) - at('2030-03-30T23:00');
    const autumn = firstAllowedMs('FR', at('2030-10-26T23:00')) - at('2030-10-26T23:00');
    assert.deepEqual([spring / 3_600_000, autumn / 3_600_000], [32, 34]);
  });

  test('goes by the clock of the place, and its own holiday', () => {
    assert.equal(goes('2030-03-05T21:00', 'RE', 'Indian/Reunion'), '2030-03-05T21:00');
    assert.equal(goes('2030-12-20T10:00', 'RE', 'Indian/Reunion'), '2030-12-21T08:00');
    assert.equal(goes('2030-12-20T10:00'), '2030-12-20T10:00');
    const inParis = at('2030-03-05T12:00');
    const cayenne = firstAllowedMs('GF', at('2030-03-05T07:00', 'America/Cayenne'));
    assert.equal(cayenne - at('2030-03-05T08:00', 'America/Cayenne'), 0);
    assert.ok(cayenne < inParis + 3_600_000);
  });

  test('never goes in a time of rest, and never waits where there is none', () => {
    const year = { min: at('2029-01-01T00:00'), max: at('2035-01-01T00:00') };
    fc.assert(
      fc.property(fc.integer(year), (atMs) => {
        const allowedMs = firstAllowedMs('FR', atMs);
        const local = Temporal.Instant.fromEpochMilliseconds(allowedMs).toZonedDateTimeISO(paris);
        assert.ok(local.hour >= 8 && local.hour < 22 && local.dayOfWeek !== 7, local.toString());
        assert.ok(!isFrenchHoliday(local.toPlainDate(), 'FR'), local.toString());
        assert.ok(allowedMs >= atMs && allowedMs - atMs < 4 * 24 * 3_600_000);
        assert.equal(firstAllowedMs('FR', allowedMs), allowedMs);
      }),
    );
  });
});

test('marketing to countries without rules never waits', () => {
  const night = at('2030-03-10T03:00');
  assert.equal(firstAllowedMs('DE', night), night);
  assert.equal(firstAllowedMs(undefined, night), night);
});

test('Easter is when the churches of the West keep it', () => {
  const easters = ['2000-04-23', '2008-03-23', '2019-04-21', '2024-03-31', '2025-04-20'];
  const later = ['2026-04-05', '2030-04-21', '2038-04-25', '2049-04-18', '2285-03-22'];
  for (const day of [...easters, ...later]) {
    assert.equal(easterOf(Number(day.slice(0, 4))).toString(), day);
  }
});

test('France has eleven holidays a year', () => {
  const first = Temporal.PlainDate.from('2030-01-01');
  const days = Array.from({ length: 365 }, (_, index) => first.add({ days: index }));
  const holidays = days.filter((day) => isFrenchHoliday(day, 'FR')).map((day) => day.toString());
  assert.deepEqual(holidays, [
    '2030-01-01',
    '2030-04-22',
    '2030-05-01',
    '2030-05-08',
    '2030-05-30',
    '2030-06-10',
    '2030-07-14',
    '2030-08-15',
    '2030-11-01',
    '2030-11-11',
    '2030-12-25',
  ]);
});
