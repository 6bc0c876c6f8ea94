import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { markNames, marksApart, stepName } from './time-axis.ts';

const newYearInTokyoMs = Date.UTC(2026, 11, 31, 15);

suite('a step is named', () => {
  test('in the zone whose day it is, in the words of the reader', () => {
    const tokyo = { zone: 'Asia/Tokyo', by: 'day' } as const;
    assert.equal(stepName(newYearInTokyoMs, tokyo, 'fr'), '1 janv. 2027');
    assert.equal(stepName(newYearInTokyoMs, tokyo, 'en'), 'Jan 1, 2027');
    const paris = { zone: 'Europe/Paris', by: 'day' } as const;
    assert.equal(stepName(newYearInTokyoMs, paris, 'fr'), '31 déc. 2026');
  });

  test('with its hour where steps are hours', () => {
    const paris = { zone: 'Europe/Paris', by: 'hour' } as const;
    assert.match(stepName(newYearInTokyoMs, paris, 'fr'), /^31 déc\. 2026.*16:00$/);
  });
});

suite('marks of an axis', () => {
  const marks = [0, 6, 12].map((hours) => newYearInTokyoMs / 1_000 + (hours - 6) * 3_600);

  test('say their hour, and the day where it begins', () => {
    const said = markNames(marks, 21_600, { zone: 'Asia/Tokyo', language: 'fr' });
    assert.deepEqual(said, ['18:00\n31 déc.', '00:00\n1 janv.', '06:00']);
  });

  test('a day or more apart say their day alone', () => {
    const said = markNames(marks.slice(1, 2), 86_400, { zone: 'Asia/Tokyo', language: 'fr' });
    assert.deepEqual(said, ['1 janv.']);
  });

  test('a month or more apart say their month, and the year where it begins', () => {
    const months = [-31, 0, 31].map((days) => newYearInTokyoMs / 1_000 + days * 86_400);
    const said = markNames(months, 30 * 86_400, { zone: 'Asia/Tokyo', language: 'en' });
    assert.deepEqual(said, ['Dec\n2026', 'Jan\n2027', 'Feb']);
  });

  test('of days are never hours apart', () => {
    assert.equal(marksApart({ zone: 'Asia/Tokyo', by: 'day' })[0], 86_400);
    assert.equal(marksApart({ zone: 'Asia/Tokyo', by: 'hour' })[0], 3_600);
  });
});
