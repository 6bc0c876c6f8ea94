import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatPhone,
  formatShare,
  formatTime,
  formatUtc,
} from './format.ts';

/** Intl writes spaces of several kinds. */
const plain = (text: string): string => text.replace(/\s/gu, ' ');

suite('what pages show', () => {
  test('money keeps the decimals of a price', () => {
    assert.equal(formatMoney('0.038', 'EUR', 'en'), '€0.038');
    assert.equal(plain(formatMoney('10225.1', 'EUR', 'fr')), '10 225,10 €');
    assert.equal(
      formatMoney('12345678901234567.123456', 'EUR', 'en'),
      '€12,345,678,901,234,567.123456',
    );
  });

  test('nearly all is not told as all', () => {
    assert.equal(formatShare(0.9999, 'en'), '99.9%');
    assert.equal(formatShare(1, 'en'), '100%');
    assert.match(formatShare(0.755, 'fr'), /^75,5\s%$/);
  });

  test('phones are grouped as their country does, and masks stay masks', () => {
    assert.equal(formatPhone('33639980001'), '+33 6 39 98 00 01');
    assert.equal(formatPhone('+447700900123'), '+44 7700 900123');
    assert.equal(formatPhone('4915112345678'), '+49 151 123 456 78');
    assert.equal(formatPhone('+33 6 •• •• •• 01'), '+33 6 •• •• •• 01');
    assert.equal(formatPhone('36180'), '36180');
  });

  test('a time of today has no day', () => {
    const now = new Date(2026, 10, 21, 20, 0, 0).getTime();
    assert.equal(formatTime(now - 60_000, 'fr', now), '19:59:00');
    assert.match(formatTime(now - 86_400_000 * 2, 'en', now), /Nov 19.* 20:00$/);
    assert.match(formatTime(now - 86_400_000 * 400, 'en', now), /2025/);
  });

  test('durations and sizes take the unit that fits', () => {
    assert.equal(formatDuration(850, 'en'), '850 ms');
    assert.equal(formatDuration(3_210, 'en'), '3.2 sec');
    assert.equal(formatDuration(4 * 60_000, 'en'), '4 min');
    assert.equal(plain(formatBytes(10_400, 'fr')), '10,4 ko');
  });

  test('a duration is not told as longer than it is', () => {
    assert.equal(formatDuration(1_467, 'en'), '1.4 sec');
    assert.equal(formatDuration(59_999, 'en'), '59.9 sec');
    assert.equal(formatDuration(95_000, 'en'), '1.5 min');
    assert.equal(formatDuration(86_400_000 * 2.99, 'en'), '2.9 days');
  });

  test('UTC is written so that it can be compared', () => {
    assert.equal(formatUtc(0), '1970-01-01 00:00:00.000 UTC');
  });
});
