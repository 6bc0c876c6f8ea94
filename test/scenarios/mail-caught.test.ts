/** Live mail that goes no further than the catcher: nothing is charged for it, and nothing calls it delivered. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import type { Millionths } from '#core/money.ts';
import { countMailsAt } from '#test/harness/count-mails.ts';
import { type LiveMail, openLiveMail } from '#test/harness/live-mail.ts';
import { ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const zone = { 'client.example': { A: ['127.0.0.1'] } };

function balanceOf(live: LiveMail): unknown {
  return live.row('SELECT balance FROM account')['balance'];
}

async function statusOf({ app, liveKey }: LiveMail, messageId: unknown) {
  const asked = `messageId=${String(messageId)}&apiKey=${liveKey}`;
  const { json } = await app.get(`/mail/v1/bulk-status?${asked}`);
  const [mail] = json['StatutResponseList'] as readonly Record<string, unknown>[];
  return { status: mail?.['status'], cost: mail?.['cost'] };
}

/** As what its mails are counted, and what they cost. */
async function figuresOf({ beside }: LiveMail) {
  const accounts = await beside.accounts.listAccounts(0, 1);
  // Later, because the count leaves those that have just changed.
  await countMailsAt(beside.emails, Date.now() + 60_000);
  const wish = { accountId: accounts[0]?.id ?? 0, purse: 'live', fromMs: 0 } as const;
  const figures = await beside.emails.figuresByHour({
    ...wish,
    untilMs: Date.now() + 7_200_000,
  });
  return figures.map(({ state, mails, cost }) => ({ state, mails, cost: Number(cost) }));
}

suite('live mail in mode catcher', () => {
  test('is said to be caught, costs nothing, and is told so by status, event and figures', async () => {
    await using sink = await openWebhookSink();
    await using live = await openLiveMail({ settings: { PARLEY_MAIL_MODE: 'catcher' } });
    const before = balanceOf(live);
    const { status, json } = await live.send({ webhookUrl: sink.url });
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual([json['caught'], json['cost'], json['nbMail']], [true, 0, 1]);
    const mailId = Number(json['messageId']) * 512;
    const seen = await live.until(mailId, 'caught', 'sent', 'bounced', 'failed');
    assert.equal(seen.state, 'caught');
    assert.deepEqual(await statusOf(live, json['messageId']), { status: 'Caught', cost: 0 });
    const [webhook] = await sink.until(1, ({ body }) => !body.includes('email.queued'));
    const event = JSON.parse(webhook?.body ?? '') as Record<string, unknown>;
    assert.deepEqual([event['event'], event['status']], ['email.caught', 'caught']);
    assert.equal(balanceOf(live), before, 'nothing was charged');
    assert.deepEqual(await figuresOf(live), [{ state: 'caught', mails: 1, cost: 0 }]);
  });

  test('needs no money, however dear a mail is', async () => {
    await using live = await openLiveMail({ settings: { PARLEY_MAIL_MODE: 'catcher' } });
    const price = { accountId: 0, fromMs: 1, price: 90_000_000 as Millionths };
    await live.beside.emails.setMailPrice(price, { actor: 'test', atMs: Date.now() });
    const to = Array.from({ length: 400 }, (_, n) => ({ email: `person-${n}@client.example` }));
    const { json } = await live.send({ to });
    assert.deepEqual([json['caught'], json['cost'], json['nbMail']], [true, 0, 400]);
  });
});

suite('live mail in another mode', () => {
  test('is charged for what leaves, not for what goes to a mailbox of the simulator', async () => {
    await using server = await ScriptedSmtp.open(willing());
    await using live = await openLiveMail({ zone, port: server.port });
    const before = Number(balanceOf(live));
    const { json } = await live.send({
      to: [{ email: 'zoe@client.example' }, { email: 'ann@parley.test' }],
    });
    const [sent, caught] = [Number(json['messageId']) * 512, Number(json['messageId']) * 512 + 1];
    assert.equal(json['caught'], undefined);
    assert.equal((await live.until(sent, 'sent')).state, 'sent');
    assert.equal((await live.until(caught, 'caught', 'sent')).state, 'caught');
    const prices = await live.beside.emails.listMailPrices();
    assert.equal(before - Number(balanceOf(live)), Number(prices[0]?.price));
  });

  test('from a domain that is kept here is caught, and costs nothing', async () => {
    await using live = await openLiveMail({ zone });
    const [domain] = await live.beside.domains.listDomains();
    assert.ok(domain);
    await live.beside.domains.keepHere(domain, true, { actor: 'test', atMs: Date.now() });
    for (;;) {
      const { json } = await live.send({});
      // Until the program has seen the order.
      if (json['caught'] === true) {
        assert.equal(json['cost'], 0);
        break;
      }
      await systemClock.sleep(20);
    }
  });

  test('of a sandbox plays at delivery', async () => {
    await using live = await openLiveMail({ zone });
    const { json } = await live.send({ sandbox: 1 });
    assert.equal(json['caught'], undefined);
    const mailId = Number(json['messageId']) * 512;
    assert.equal((await live.until(mailId, 'sent', 'caught')).state, 'sent');
  });
});
