import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import type { Suppression } from '../suppression/suppression.ts';
import type { SuppressionStore } from '../suppression/suppression-store.ts';
import type { OwedMail } from './delivery-store.ts';
import type { EmailCache } from './email-cache.ts';
import { LateSuppression } from './late-suppression.ts';

type Asked = Parameters<SuppressionStore['findSuppressed']>[0];

function setup(entries: readonly Partial<Suppression>[]) {
  const looks: Asked[] = [];
  const list = entries.map((each) => ({ accountId: 1, stream: '', reason: 'manual', ...each }));
  const late = new LateSuppression({
    emails: {
      find: async () =>
        ({ email: { stream: 'news', notice: null } }) as unknown as Awaited<
          ReturnType<EmailCache['find']>
        >,
    },
    store: {
      async findSuppressed(asked) {
        looks.push(asked);
        return list as readonly Suppression[];
      },
    },
    clock: systemClock,
  });
  return { late, looks };
}

function mail(accountId: number, address: string): OwedMail {
  return { accountId, address, emailId: 1 } as OwedMail;
}

suite('the last look at the suppression list', () => {
  test('is one for all mails of a turn, and tells each its own', async () => {
    const { late, looks } = setup([{ address: 'ann@example.com' }]);
    const mails = [
      mail(1, 'Ann@example.com'),
      mail(1, 'bob@example.com'),
      mail(1, 'ann@example.com'),
      mail(2, 'ann@example.com'),
    ];
    const stopped = await Promise.all(mails.map((each) => late.isSuppressed(each)));
    assert.deepEqual(stopped, [true, false, true, false]);
    assert.deepEqual(looks, [
      [
        { accountId: 1, addresses: ['ann@example.com', 'bob@example.com'] },
        { accountId: 2, addresses: ['ann@example.com'] },
      ],
    ]);
  });

  test('minds the stream of the mail', async () => {
    const { late } = setup([
      { address: 'ann@example.com', stream: 'news' },
      { address: 'bob@example.com', stream: 'offers' },
    ]);
    assert.equal(await late.isSuppressed(mail(1, 'ann@example.com')), true);
    assert.equal(await late.isSuppressed(mail(1, 'bob@example.com')), false);
  });

  test('that fails is heard by all who asked', async () => {
    const late = new LateSuppression({
      emails: { find: () => Promise.reject(new Error('unused')) },
      store: { findSuppressed: () => Promise.reject(new Error('away')) },
      clock: systemClock,
    });
    await assert.rejects(late.isSuppressed(mail(1, 'ann@example.com')), /away/);
  });
});
