import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Notice, NoticeReply } from '#mail/sending/notice-mailer.ts';
import { withAccount, withFrenchOwner } from '#test/conformance/setup.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import type { EndpointNotice } from '#webhooks/endpoint-notices.ts';
import { openEndpointNotices } from './endpoint-notices.ts';

const hourMs = 3_600_000;
const atMs = Date.UTC(2030, 6, 1, 10);

const notice: EndpointNotice = {
  endpointId: 7,
  accountId: 1,
  origin: 'https://hooks.acme.example',
  what: 'failing',
  trouble: '5/1',
  reason: 'status 503: <b>#1</b>',
  failingSinceMs: atMs - hourMs,
  givenUpAtMs: atMs + 119 * hourMs,
  atMs,
};

async function openService(reply: NoticeReply = { ok: true, emailId: 1 }) {
  const storage = await openTemporaryStorage();
  await withAccount(storage);
  const sent: Notice[] = [];
  let fails = false;
  const notices = openEndpointNotices({
    accounts: storage.accounts,
    people: storage.people,
    audit: {
      async note(author, record) {
        if (fails) throw new Error('away');
        await storage.audit.note(author, record);
      },
    },
    mailer: {
      async send(mail) {
        sent.push(mail);
        return reply;
      },
    },
  });
  return {
    storage,
    say: (said: EndpointNotice) => notices.say(said),
    sent,
    fail: (whether: boolean) => {
      fails = whether;
    },
    async noted() {
      const [record] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
      return { action: record?.action, ...(JSON.parse(record?.details ?? '{}') as object) };
    },
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

suite('trouble of an endpoint', () => {
  test('goes to the address of its account, with what is wrong and until when it may stay so', async () => {
    await using service = await openService();
    await service.say(notice);
    const [mail] = service.sent;
    assert.ok(mail);
    assert.equal(mail.to.address, 'a@acme.example');
    assert.equal(mail.subject, 'Webhooks to https://hooks.acme.example are failing');
    assert.match(mail.text ?? '', /on 2030-07-06 11:00\.\n/);
    assert.match(
      mail.text ?? '',
      /Last response: status 503: <b>#1<\/b>\nSince: 2030-07-01 11:00\n/,
    );
    assert.match(mail.html, /status 503: &lt;b&gt;&#35;1&lt;\/b&gt;/);
    assert.partialDeepStrictEqual(await service.noted(), {
      action: 'endpoint.failing',
      mail: 'taken',
    });
  });

  for (const [whose, email] of [
    ['its reader', 'a@acme.example'],
    ['an owner, where its reader is not known', 'ada@acme.example'],
  ] as const) {
    test(`is told in the language of ${whose}`, async () => {
      await using service = await openService();
      await withFrenchOwner(service.storage, { accountId: notice.accountId, email });
      for (const what of ['failing', 'forbidden', 'disabled'] as const)
        await service.say({ ...notice, what });
      const [failing, forbidden, disabled] = service.sent;
      assert.equal(failing?.to.address, 'a@acme.example');
      assert.equal(failing.subject, 'Les webhooks vers https://hooks.acme.example échouent');
      assert.match(failing.text ?? '', /sera désactivé le 2030-07-06 11:00\.\n/);
      assert.match(failing.text ?? '', /Dernière réponse : status 503: .*\nDepuis : 2030-07-01/);
      assert.match(forbidden?.text ?? '', /mène à une adresse privée/);
      assert.match(disabled?.text ?? '', /^Le point de terminaison ne reçoit plus de webhooks\./);
    });
  }

  test('is told in words where no server said them, in the language of the reader', async () => {
    await using service = await openService();
    const email = 'a@acme.example';
    await withFrenchOwner(service.storage, { accountId: notice.accountId, email });
    await service.say({ ...notice, reason: 'no answer in time' });
    assert.match(
      service.sent[0]?.text ?? '',
      /Dernière réponse : La connexion était ouverte, mais le serveur n’a pas répondu à temps\./,
    );
  });

  test('is told in the time of its account', async () => {
    await using service = await openService();
    const author = { actor: 'test', atMs };
    await service.storage.accounts.changeAccount(1, { timeZone: 'America/New_York' }, author);
    await service.say(notice);
    assert.match(service.sent[0]?.text ?? '', /Since: 2030-07-01 05:00\n/);
  });

  test('is one mail, however often it is said; another trouble is another', async () => {
    await using service = await openService();
    service.fail(true);
    await assert.rejects(service.say(notice), /away/);
    service.fail(false);
    await service.say(notice);
    await service.say({ ...notice, trouble: '5/2' });
    await service.say({ ...notice, what: 'disabled' });
    await service.say({ ...notice, endpointId: 8 });
    const keys = service.sent.map(({ dedupKey }) => dedupKey);
    assert.deepEqual([keys.length, new Set(keys).size], [5, 4]);
    assert.equal(keys[0], keys[1]);
  });

  test('is noted with the reason where nobody can be mailed', async () => {
    await using service = await openService({ ok: false, why: 'no sender' });
    await service.say({ ...notice, what: 'forbidden', givenUpAtMs: null });
    const noted = { action: 'endpoint.forbidden', mail: 'no sender' };
    assert.partialDeepStrictEqual(await service.noted(), noted);
  });
});
