/** Calls and emails: nothing is said of them that did not happen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BusyWorld } from '#test/harness/busy/world.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { until } from '#test/harness/pause.ts';
import { linesOf } from '#test/harness/shown-page.ts';

const account = '/api/accounts/1/operations';
const number = new Intl.NumberFormat('en');

/** The outcomes of calls, each with the badge that says it and what is stored of it. */
const outcomes = [
  [
    'Message left',
    "kind = 'voicemail' AND EXISTS (SELECT 1 FROM voicemail WHERE voicemail.id = call.id)",
  ],
  [
    'No message left',
    "kind = 'voicemail' AND NOT EXISTS (SELECT 1 FROM voicemail WHERE voicemail.id = call.id)",
  ],
  ['Answered', "kind = 'forward' AND answered_at IS NOT NULL"],
  ['Not answered', "kind = 'forward' AND answered_at IS NULL"],
  ['Refused', "kind = 'refused'"],
] as const;

export function testCallsAndMails(busy: () => BusyWorld): void {
  test('a call says that a message was taken where one was left, and nowhere else', async () => {
    const { world, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/sms/calls');
    const calls = figure('SELECT count(*) FROM call');
    await page.getByText(`${calls} calls`).waitFor();
    const rows = await linesOf(page, 'Calls');
    assert.equal(rows.length, calls);
    for (const [badge, stored] of outcomes) {
      const shown = rows.filter((row) => row.split(/\s*[\t\n]\s*/).includes(badge));
      const count = figure(`SELECT count(*) FROM call WHERE ${stored}`);
      assert.ok(count > 0, badge);
      assert.equal(shown.length, count, badge);
    }
    await watched.takePicture('truth-calls.light.1280.en');
    watched.assertQuiet();
  });

  test('the mail of each voicemail stands in the catcher of its account', async () => {
    const { world, rows, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/email/catcher');
    const shown = await linesOf(page, 'Mail catcher');
    const caught = rows('SELECT subject FROM caught_mail WHERE account_id = 1');
    assert.equal(shown.length, caught.length);
    const left = figure('SELECT count(*) FROM voicemail WHERE account_id = 1');
    assert.ok(left > 0);
    const told = shown.filter((row) => /voicemail/i.test(row));
    assert.equal(told.length, left, caught.map(({ subject }) => subject).join('\n'));
    watched.assertQuiet();
  });

  test('an email that was sent does not say until when it is tried', async () => {
    const { world, figure } = busy();
    const sent = figure("SELECT min(id) / 512 FROM mail WHERE state = 'sent'");
    await using watched = await world.open();
    const { page } = watched;
    await page.goto(`/1/email/messages/${sent}`);
    await page.getByRole('table', { name: 'Recipients' }).waitFor();
    await page.getByText('Accepted', { exact: true }).first().waitFor();
    assert.equal(await page.getByText(/tried until|given up/i).count(), 0);
    watched.assertQuiet();
  });

  test('the lists of messages and emails count what is stored', async () => {
    const { world, figure, rows } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.addInitScript(`localStorage.setItem('parley.mode', 'live')`);
    const failed = figure("SELECT count(*) FROM recipient WHERE state = 'not delivered'");
    await page.goto('/1/sms/messages?state=not+delivered');
    await page.getByText(`${number.format(failed)} messages`).waitFor();
    // An email is found by each of its mails, and told with all of them.
    const [bounced] = rows(`SELECT count(DISTINCT id / 512) AS emails, count(*) AS mails FROM mail
      WHERE id / 512 IN (SELECT id / 512 FROM mail WHERE state = 'bounced')`);
    await page.goto('/1/email/messages?state=bounced');
    await page
      .getByText(`${bounced?.['emails']} emails · ${bounced?.['mails']} recipients`)
      .waitFor();
    watched.assertQuiet();
  });

  test('a test email adds no domain', async () => {
    const { world, rows, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/email/domains');
    const email = {
      to: ['ann@client.example'],
      sender: 'me@trial.example',
      subject: 'A trial',
      html: '<p>Hello</p>',
      test: true,
      key: 'truth-trial',
    };
    const { email: id } = await callFrom(page, 'POST', `${account}/mail-send`, email);
    assert.equal(figure('SELECT test FROM email WHERE id = ?', Number(id)), 1);
    // Its copy is signed by then, with the keys of its domain.
    const caught = 'SELECT count(*) FROM caught_mail WHERE mail_id / 512 = ?';
    await until(() => Promise.resolve(figure(caught, Number(id)) === 1 ? true : undefined));
    assert.equal(figure("SELECT count(*) FROM mail_domain WHERE name = 'trial.example'"), 1);
    const added = rows('SELECT name FROM mail_domain WHERE caught_only = 0');
    assert.deepEqual(
      added.map(({ name }) => name),
      ['acme.example'],
    );
    await page.reload();
    const shown = await linesOf(page, 'Domains');
    assert.equal(shown.length, added.length);
    assert.match(shown[0] ?? '', /acme\.example/);
    watched.assertQuiet();
  });
}
