/** Schedule, shaping and breaker: arithmetic, with time as an argument. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { askedDelayMs, retryAtMs } from './retry-schedule.ts';
import { Shaper } from './shaper.ts';
import { limitsOfSite, siteOf } from './site.ts';
import { SiteBreaker } from './site-breaker.ts';

const minute = 60_000;
const hour = 60 * minute;

const at = (attempt: number, more = {}): number | undefined =>
  retryAtMs({ nowMs: 0, attempt, expiresAtMs: 72 * hour, leastMs: 0, ...more }, 0.5);

const host = (name: string, preference = 1) => ({ name, preference });

suite('the schedule of retries', () => {
  test('waits longer each time, and then always eight hours', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 20].map((attempt) => (at(attempt) ?? 0) / minute);
    assert.deepEqual(minutes, [1, 5, 10, 20, 40, 80, 160, 300, 480, 480]);
  });

  test('spreads by a tenth', () => {
    const put = { nowMs: 0, attempt: 1, expiresAtMs: hour, leastMs: 0 };
    assert.equal(retryAtMs(put, 0), 54_000);
    assert.equal(retryAtMs(put, 0.9999), 65_999);
  });

  test('what a reply asks for wins if it is longer', () => {
    assert.equal(at(1, { leastMs: 10 * minute }), 10 * minute);
    assert.equal(at(3, { leastMs: minute }), 10 * minute);
  });

  test('the last one is a little before the end, if that is worth it; else there is none', () => {
    assert.equal(at(9, { expiresAtMs: 7 * hour }), 7 * hour - minute);
    assert.equal(at(9, { expiresAtMs: hour }), undefined);
    assert.equal(at(2, { expiresAtMs: 4 * minute }), 3 * minute);
  });

  test('is always in the future and within the life of the mail', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.nat(300 * hour),
        fc.nat(hour),
        fc.double({ max: 0.99, min: 0, noNaN: true }),
        (attempt, expiresAtMs, leastMs, random) => {
          const dueAtMs = retryAtMs({ nowMs: 0, attempt, expiresAtMs, leastMs }, random);
          if (dueAtMs !== undefined) assert.ok(dueAtMs >= 0 && dueAtMs <= expiresAtMs);
        },
      ),
    );
  });

  test('reads what a server asks for, up to an hour', () => {
    assert.equal(askedDelayMs('Greylisted, try again in 300 seconds'), 5 * minute);
    assert.equal(askedDelayMs('come back after 5 min'), 5 * minute);
    assert.equal(askedDelayMs('please wait 2 hours'), hour);
    assert.equal(askedDelayMs('in 3 steps'), 0);
    assert.equal(askedDelayMs('try later'), 0);
  });
});

suite('shaping', () => {
  const limits = limitsOfSite('mx.example.net');

  test('starts with two connections and takes one more for fifty clean mails', () => {
    const shaper = new Shaper(limits, undefined);
    assert.equal(shaper.connectionsMax(0), 2);
    for (let n = 0; n < 50; n += 1) shaper.clean();
    assert.equal(shaper.connectionsMax(0), 3);
    for (let n = 0; n < 5_000; n += 1) shaper.clean();
    assert.equal(shaper.connectionsMax(0), limits.connections);
  });

  test('halves when it is throttled, and cools after three times in ten minutes', () => {
    const saved = { connections: 8, mailsPerSecond: 100, coolUntilMs: 0 };
    const shaper = new Shaper(limits, saved);
    shaper.throttled(0);
    assert.deepEqual(shaper.state, { connections: 4, mailsPerSecond: 50, coolUntilMs: 0 });
    shaper.throttled(minute);
    assert.equal(shaper.isCool(minute), false);
    shaper.throttled(2 * minute);
    assert.equal(shaper.connectionsMax(2 * minute), 1);
    assert.equal(shaper.isCool(91 * minute), true);
    assert.equal(shaper.isCool(92 * minute), false);
  });

  test('lets a mail a minute go while it cools, and as many as its rate otherwise', () => {
    const shaper = new Shaper(limits, { connections: 1, mailsPerSecond: 10, coolUntilMs: hour });
    assert.equal(shaper.take(minute), 0);
    assert.equal(shaper.take(minute), minute);
    assert.equal(shaper.take(2 * minute), 0);
    const warm = new Shaper(limits, { connections: 1, mailsPerSecond: 10, coolUntilMs: 0 });
    assert.equal(warm.take(hour), 0);
    let taken = 1;
    while (warm.take(hour) === 0) taken += 1;
    assert.equal(taken, 10);
    assert.equal(warm.take(hour), 100);
  });

  test('opens no more connections a minute than it may', () => {
    const shaper = new Shaper({ ...limits, connectionsPerMinute: 2 }, undefined);
    shaper.connected(0);
    shaper.connected(0);
    assert.equal(shaper.mayConnect(1), false);
    assert.equal(shaper.mayConnect(minute), true);
  });
});

suite('the breaker of a site', () => {
  test('opens after five failures, probes one at a time, and waits longer each time', () => {
    const breaker = new SiteBreaker();
    for (let n = 1; n <= 4; n += 1) breaker.failed(n, 'refused', n);
    assert.equal(breaker.isOpen, false);
    assert.equal(breaker.mayTry(4_003, 3), false);
    assert.equal(breaker.mayTry(4_004, 3), true);
    const waits = [1, 2, 3, 4, 5, 6, 7].map(() => {
      breaker.failed(0, 'refused', Number.POSITIVE_INFINITY);
      return breaker.openUntilMs / minute;
    });
    assert.deepEqual(waits, [1, 2, 5, 10, 20, 30, 30]);
    assert.equal(breaker.mayTry(29 * minute, 0), false);
    assert.equal(breaker.mayTry(30 * minute, 0), true);
    assert.equal(breaker.mayTry(30 * minute, 1), false);
    breaker.reached();
    assert.equal(breaker.mayTry(0, 5), true);
  });

  test('counts connections that were opened side by side once, and tries again after a second', () => {
    const breaker = new SiteBreaker();
    for (let n = 0; n < 9; n += 1) breaker.failed(100 + n, 'refused', 99);
    assert.equal(breaker.isOpen, false);
    assert.equal(breaker.mayTry(1_100, 3), true);
    breaker.failed(1_200, 'refused', 1_100);
    assert.equal(breaker.openUntilMs, 3_200);
  });
});

suite('sites', () => {
  test('are providers by the names of their servers', () => {
    assert.equal(siteOf([host('gmail-smtp-in.l.google.com')]), 'google');
    assert.equal(siteOf([host('aspmx.l.google.com'), host('alt1.aspmx.l.google.com')]), 'google');
    assert.equal(siteOf([host('example-com.mail.protection.outlook.com')]), 'office365');
    assert.equal(siteOf([host('hotmail-com.olc.protection.outlook.com')]), 'outlook');
    assert.equal(
      siteOf([host('aspmx.l.google.com'), host('mx.example.net')]),
      'aspmx.l.google.com,mx.example.net',
    );
  });

  test('are else the servers themselves, whatever their order, at a length that a lane bears', () => {
    assert.equal(
      siteOf([host('b.example', 1), host('a.example', 2)]),
      siteOf([host('a.example', 1), host('b.example', 9)]),
    );
    const long = siteOf(
      Array.from({ length: 10 }, (_, n) => host(`mx${n}.a-long-name.example`, n)),
    );
    assert.match(long, /^[0-9a-f]{32}$/);
  });
});
