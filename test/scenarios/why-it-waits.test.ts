/** Why a part waits, as the operator's answers say it while they come, on the page of the message. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Browser } from '#test/harness/browser.ts';
import { openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';

type Step = { readonly kind: string; readonly why?: string; readonly status?: string };

/** A phone of the built-in operator, what it is answered, and the word for it. */
const phones: readonly (readonly [phone: string, answer: string, why: string, status: RegExp])[] = [
  ['+33639980122', '0x58', 'slow down', /THROTTLED/i],
  ['+33639980123', '0x14', 'queue full', /MSGQFUL/i],
];

suite('a part that waits', { timeout: 60_000 }, () => {
  for (const [phoneNumbers, answer, why, status] of phones) {
    test(`because of ${answer} says that it is: ${why}`, async () => {
      await using app = await openApp();
      const browser = new Browser(app.url);
      const token = /\/setup#(?<token>\S+)/.exec(app.app.banner)?.groups?.['token'];
      const password = 'a long sentence is a good password';
      const person = { token, email: 'ada@example.com', name: 'Ada', password };
      assert.equal((await browser.post('/api/operations/setup-make', person)).status, 200);
      const message = { apiKey: app.testKey, phoneNumbers, message: 'Hello' };
      const { json } = await app.post('/v1/send', message);
      const page = `/api/accounts/1/operations/message-story?message=${String(json['message_id'])}`;
      const owed = await until(async () => {
        const { body } = await browser.get(page);
        const { steps = [] } = body as { readonly steps?: readonly Step[] };
        const step = steps.find(({ kind }) => kind === 'owed');
        // The answer itself is stored a moment after the part was put off.
        return step?.why === why && step.status !== '' ? step : undefined;
      });
      assert.match(owed.status ?? '', status);
    });
  }
});
