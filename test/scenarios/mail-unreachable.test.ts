/** Mail whose server is silent or away: its sender hears why, may take it back, and it ends with its validity. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { type LiveMail, openLiveMail } from '#test/harness/live-mail.ts';
import { ScriptedSmtp } from '#test/harness/scripted-smtp.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const zone = {
  'client.example': { MX: [[10, 'mx.client.example']] as const },
  'mx.client.example': { A: ['127.0.0.1'] },
};

/** Takes the connection, and says nothing. */
async function silent(server: { hungUp(): Promise<void> }): Promise<void> {
  await server.hungUp();
}

async function cancel({ app, liveKey }: LiveMail, mailId: number) {
  const messageId = Math.floor(mailId / 512);
  const { status, json } = await app.post('/mail/v1/message-cancel', {
    apiKey: liveKey,
    messageId,
  });
  return { status, code: json['code'], nbMail: json['nbMail'] };
}

const balanceOf = (live: LiveMail): unknown => live.row('SELECT balance FROM account')['balance'];

suite('a mail to a server that is away', () => {
  test('is told as deferred with the reason, and listed with it, until it is cancelled', async () => {
    await using sink = await openWebhookSink();
    await using live = await openLiveMail({ zone });
    const before = balanceOf(live);
    const mailId = await live.sendTo('zoe@client.example', { webhookUrl: sink.url });
    const [webhook] = await sink.until(1, ({ body }) => body.includes('email.deferred'));
    const { reason } = JSON.parse(webhook?.body ?? '') as { reason: Record<string, unknown> };
    assert.deepEqual([reason['class'], reason['host']], ['unreachable', 'mx.client.example']);
    assert.match(String(reason['text']), /ECONNREFUSED|refused/i);
    const seen = await live.until(mailId, 'deferred');
    assert.match(seen.reason, /mx\.client\.example/);
    const [deferral] = await live.beside.emails.deferralsOf('mail/direct/mx.client.example');
    assert.deepEqual([deferral?.class, deferral?.mails], ['unreachable', 1]);
    assert.match(deferral?.detail ?? '', /mx\.client\.example/);
    // A second one is told at once, though its server is not tried for it.
    const second = await live.sendTo('ann@client.example');
    assert.equal((await live.until(second, 'deferred')).class, 'unreachable');
    assert.deepEqual(await cancel(live, mailId), { status: 200, code: 200, nbMail: 1 });
    assert.deepEqual(await cancel(live, second), { status: 200, code: 200, nbMail: 1 });
    assert.equal(balanceOf(live), before, 'their money is back');
    assert.deepEqual(await cancel(live, mailId), { status: 409, code: 5, nbMail: undefined });
    assert.equal((await live.until(mailId, 'cancelled')).state, 'cancelled');
  });
});

suite('a mail to a server that says nothing', () => {
  test('can be cancelled while its connection is being made', async () => {
    await using server = await ScriptedSmtp.open(silent);
    await using live = await openLiveMail({ zone, port: server.port });
    const mailId = await live.sendTo('zoe@client.example');
    while (server.connections === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await cancel(live, mailId), { status: 200, code: 200, nbMail: 1 });
    assert.equal((await live.until(mailId, 'cancelled')).state, 'cancelled');
  });

  test('is given up within five seconds of the end of its validity', async () => {
    await using server = await ScriptedSmtp.open(silent);
    await using live = await openLiveMail({ zone, port: server.port });
    const [account] = await live.beside.accounts.listAccounts(0, 1);
    const nowMs = Date.now();
    const over = { acceptedAtMs: nowMs, validUntilMs: nowMs + 3_000 };
    const accepted = anEmailAcceptance(must(account, 'account'), 1, {
      email: { ...over, from: { address: 'news@acme.example' } },
      mail: { address: 'zoe@client.example' },
      job: { dueAtMs: nowMs, expiresAtMs: over.validUntilMs, lane: 'mail/resolve/3:normal/1' },
    });
    assert.deepEqual(await live.beside.emails.acceptEmail(accepted), { kind: 'accepted' });
    const mailId = must(accepted.mails[0], 'mail').id;
    await live.until(mailId, 'failed');
    const late = live.row(`SELECT changed_at - valid_until AS late FROM mail JOIN email
      ON email.id = mail.id / 512 WHERE mail.id = ${mailId}`);
    assert.ok(Math.abs(Number(late['late'])) <= 5_000, `${String(late['late'])} ms`);
  });
});
