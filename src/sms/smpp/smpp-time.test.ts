import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatDuration, formatInstant, formatSmppTime, parseSmppTime } from './smpp-time.ts';

const hourMs = 3_600_000;

suite('times on the wire', () => {
  test('an absolute time is an instant, told in the local time of its writer', () => {
    const noon = Date.UTC(2030, 0, 31, 12);
    assert.deepEqual(parseSmppTime('300131120000000+'), {
      kind: 'absolute',
      atMs: noon,
      quarterHours: 0,
    });
    assert.deepEqual(parseSmppTime('300131133000508+'), {
      kind: 'absolute',
      atMs: Date.UTC(2030, 0, 31, 11, 30, 0, 500),
      quarterHours: 8,
    });
    assert.deepEqual(parseSmppTime('300131070000020-'), {
      kind: 'absolute',
      atMs: noon,
      quarterHours: -20,
    });
  });

  test('a relative time counts from now', () => {
    assert.deepEqual(parseSmppTime('010203040506700R'), {
      kind: 'relative',
      years: 1,
      months: 2,
      days: 3,
      hours: 4,
      minutes: 5,
      seconds: 6,
      tenths: 7,
    });
  });

  test('what is no time is refused', () => {
    const refused = [
      '',
      '300131120000000',
      '300131120000000Z',
      '30013112000000x+',
      '300131120000049+',
      '300132120000000+',
      '300230120000000+',
      '301331120000000+',
      '300131240000000+',
      '300131126000000+',
      '300131120060000+',
      '3001311200000000+',
    ];
    for (const text of refused) assert.equal(parseSmppTime(text), undefined, text);
  });

  test('an instant is told in UTC', () => {
    assert.equal(formatInstant(Date.UTC(2030, 11, 31, 23, 59, 58, 900)), '301231235958900+');
  });

  test('a duration is told in days, hours, minutes and seconds', () => {
    assert.equal(formatDuration(48 * hourMs), '000002000000000R');
    assert.equal(formatDuration(26 * hourMs + 61_999), '000001020101000R');
    assert.equal(formatDuration(0), '000000000001000R');
    assert.equal(formatDuration(365 * 24 * hourMs), '000031000000000R');
  });

  test('what is written is read back', () => {
    const instants = fc.record({
      kind: fc.constant('absolute' as const),
      atMs: fc
        .integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2098, 0, 1) })
        .map((ms) => ms - (ms % 100)),
      quarterHours: fc.integer({ min: -48, max: 48 }),
    });
    fc.assert(
      fc.property(instants, (time) => {
        assert.deepEqual(parseSmppTime(formatSmppTime(time)), { ...time });
      }),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string({ maxLength: 20 }), (text) => void parseSmppTime(text)));
  });
});
