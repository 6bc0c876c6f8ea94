/** An email is written on a page, caught, and let go: whatever is in it runs nothing and loads nothing here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';

/** Scripts, remote sources, forms and tricks of style, as far as people have come up with them. */
const hostile = [
  '<style>@import url(http://192.0.2.1/a.css); body{background:url(http://192.0.2.1/b.png)} h1{color:#b00020}</style>',
  '<base href="http://192.0.2.1/"><meta http-equiv="refresh" content="0;url=http://192.0.2.1/go">',
  '<link rel="stylesheet" href="http://192.0.2.1/c.css">',
  "<script>console.error('ran'); document.title = 'ran'</script>",
  `<h1 onclick="console.error('ran')">Hello</h1>`,
  `<img src="http://192.0.2.1/seen.gif" onerror="console.error('ran')">`,
  `<img src=x onerror=console.error('ran')>`,
  '<img srcset="http://192.0.2.1/s.gif 1x" src="data:image/svg+xml,<svg onload=console.error(1)>">',
  `<svg onload="console.error('ran')"><script>console.error('ran')</script></svg>`,
  `<iframe src="http://192.0.2.1/f" srcdoc="<script>console.error('ran')</script>"></iframe>`,
  '<object data="http://192.0.2.1/o"></object><embed src="http://192.0.2.1/e">',
  '<video src="http://192.0.2.1/v" autoplay poster="http://192.0.2.1/p"></video>',
  '<form action="http://192.0.2.1/post"><input name="password" autofocus><button>Sign in</button></form>',
  '<div style="position:fixed;inset:0;background:url(\'http://192.0.2.1/d.png\')">over all</div>',
  '<p style="background:u\\72l(http://192.0.2.1/esc.png)">escaped</p>',
  '<a href="javascript:console.error(1)">here</a><math><mi xlink:href="javascript:console.error(1)">m</mi></math>',
  '<!--><script>console.error("ran")</script>--><p>The end</p>',
].join('\n');

test('a hostile email stays quiet while it is written, read and let go', {
  skip: noBrowser,
}, async () => {
  await using relay = await ScriptedSmtp.open(willing());
  await using world = await openBrowserWorld({
    PARLEY_MAIL_MODE: 'relay',
    PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${relay.port}`,
  });
  await world.setUp();
  await using watched = await world.open();
  await write(watched);
  assert.equal(relay.connections, 0, 'a test email stays here');
  await readOwn(watched);
  await read(watched, world);
  await letGo(watched);
  assert.match(relay.peers[0]?.lines.join('\n') ?? '', /^RCPT TO:<ann@client\.example>$/m);
  watched.assertQuiet();
});

async function write({ page }: WatchedPage): Promise<void> {
  await page.goto('/1/email/send');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('Ann <ann@client.example>');
  await page.getByRole('textbox', { name: 'Subject' }).fill('<b>Bold</b>');
  await page.getByText('HTML', { exact: true }).click();
  await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('Dear #NAME#');
  await page.getByText('1 placeholder stays as it is written').waitFor();
  await page.getByRole('textbox', { name: 'HTML', exact: true }).fill(hostile);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Hello' }).waitFor();
  await frame.getByText('The end').waitFor();
  assert.equal(await frame.locator('form, input, script, iframe, svg, a[href]').count(), 0);
  const shown = page.frames().find((one) => one.url().endsWith('/mail-frame'));
  // As text: the server's types know no document.
  const color = await shown?.evaluate("getComputedStyle(document.querySelector('h1')).color");
  assert.equal(color, 'rgb(176, 0, 32)', 'its own styles are there');
  // More than what other pages may post.
  const buffer = Buffer.alloc(4_000_000, 'a');
  await page.setInputFiles('input[type=file]', { name: 'a.txt', mimeType: 'text/plain', buffer });
  await page.getByText('stays here').waitFor();
  await page.getByRole('button', { name: 'Show as code' }).click();
  await page.getByText(/"subject": "<b>Bold<\/b>"/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'See what happens' }).click();
  await page.getByRole('heading', { level: 1, name: '<b>Bold</b>' }).waitFor();
  await page.getByText('a.txt').waitFor();
}

/** The account's own page shows it by itself, with the way from the email and back. */
async function readOwn({ page }: WatchedPage): Promise<void> {
  await page.getByRole('link', { name: 'See it as it was caught' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Hello' }).waitFor();
  await page.getByRole('link', { name: 'All caught mail' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mail catcher' }).waitFor();
  const search = page.getByRole('textbox', { name: 'Contains' });
  await search.fill('nobody');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await search.fill('ANN@');
  await page.getByRole('row').getByText('<b>Bold</b>').click();
  await page.getByRole('tab', { name: 'Attachments' }).click();
  await page.getByText('a.txt').waitFor();
  await page.getByRole('link', { name: 'See its delivery' }).click();
  await page.getByRole('link', { name: 'See it as it was caught' }).waitFor();
}

async function read({ page }: WatchedPage, world: BrowserWorld): Promise<void> {
  await page.goto(`${world.url}/console/catcher`);
  const caught = page.getByRole('row').getByText('<b>Bold</b>');
  while ((await caught.count()) === 0) {
    await page.reload();
    await caught.or(page.getByText('Nothing was caught yet')).first().waitFor();
  }
  await caught.click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Hello' }).waitFor();
  await frame.getByText('The end').waitFor();
  assert.equal(await frame.locator('form, input, script, iframe, svg, a[href]').count(), 0);
  for (const tab of ['Text', 'Header', 'Attachments', 'Links', 'Checks', 'SMTP']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel').waitFor();
  }
}

async function letGo({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Release' }).click();
  await page
    .getByText(
      /The email is sent to 1 recipient: ann@client\.example\. It is sent once, at once, and cannot be cancelled/,
    )
    .waitFor();
  await page.locator('[role=dialog] button[type=submit]').click();
  const password = page.getByRole('textbox', { name: 'Password' });
  const answer = page.getByText(/250 taken/);
  await password.or(answer).first().waitFor();
  if (await password.isVisible()) await password.fill(administrator.password);
  await answer.waitFor();
}
