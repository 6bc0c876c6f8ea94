/** What strangers write is shown as text: it runs nothing, and asks nobody. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

const hostile = `<img src="http://192.0.2.1/seen" onerror="console.error('ran')"><script>console.error('ran')</script>`;

test('what a receiver of webhooks answers stays text', { skip: noBrowser }, async () => {
  await using stack = new AsyncDisposableStack();
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(500, { 'x-said': hostile }).end(hostile);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  stack.defer(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const world = stack.use(await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' }));
  await world.setUp();
  const watched = stack.use(await world.open());
  const { page } = watched;
  await page.goto('/1/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const { port } = receiver.address() as AddressInfo;
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/hook`);
  await page.locator('[role=dialog] button[type=submit]').click();
  await page.getByText(/^whsec_/).waitFor();
  await page.goto('/1/webhooks/2');
  await page.getByRole('button', { name: 'Send a test' }).first().click();
  await page.getByText(hostile).first().waitFor();
  assert.equal(await page.locator('img[src*="192.0.2.1"]').count(), 0);
  watched.assertQuiet();
});
