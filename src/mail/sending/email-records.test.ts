/** What the pages about emails ask, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { anEmailAcceptance, aSettlement } from '#test/harness/email-records.ts';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';

const at = '/api/accounts/1';
const viewer = { roles: { 1: 'viewer' as const } };
const stranger = { roles: { 2: 'owner' as const } };

async function acceptEmail(world: PageWorld, over: { readonly scheduledAtMs?: number } = {}) {
  const { storage } = world.installation;
  await world.line.read('account', 'topup', '1', '10');
  const account = must(await storage.accounts.findAccount(1), 'account');
  const accepted = anEmailAcceptance(account, 1, {
    recipients: 2,
    email: { scheduledAtMs: over.scheduledAtMs ?? null },
    ...(over.scheduledAtMs !== undefined && {
      job: { dueAtMs: over.scheduledAtMs },
      state: 'scheduled',
    }),
  });
  assert.equal((await storage.emails.acceptEmail(accepted)).kind, 'accepted');
  return accepted;
}

suite('emails on the dashboard', () => {
  test('an email is listed, and each copy tells its story', async () => {
    await using world = await openPageWorld();
    const { storage } = world.installation;
    const accepted = await acceptEmail(world);
    const attempt = {
      mailId: 512,
      jobId: accepted.jobs[0]?.id ?? 0,
      n: 1,
      atMs: 5,
      outcome: 'sent',
      stage: 'body',
      code: 250,
      enhanced: '2.0.0',
      text: 'Ok',
      host: 'mx.example.net',
      ip: '192.0.2.1',
      tls: '',
      durationMs: 12,
      dialogue: 'C: EHLO us',
      steps: '[{"stage":"mail","code":250,"ms":3}]',
    } as const;
    await storage.emails.settleMails([aSettlement(accepted, { attempt })]);
    const { emails } = await world.get(`${at}/operations/mail-list`);
    assert.partialDeepStrictEqual(emails, [{ email: 1, subject: 'Hello', mails: 2 }]);
    const found = await world.get(`${at}/operations/mail-show?email=1`);
    assert.partialDeepStrictEqual(found['mails'], [{ state: 'sent' }, { state: 'queued' }]);
    const story = await world.get(`${at}/operations/mail-story?email=1&mail=512`);
    assert.partialDeepStrictEqual(story['attempts'], [
      { host: 'mx.example.net', attempt: 1, steps: [{ stage: 'mail', code: 250, ms: 3 }] },
    ]);
    assert.partialDeepStrictEqual(story['facts'], [{ kind: 'sent' }]);
  });

  test('a list is filtered by recipient, state, sender and tag, of which an empty one chooses nothing', async () => {
    await using world = await openPageWorld();
    await acceptEmail(world);
    const count = async (query: string) =>
      ((await world.get(`${at}/operations/mail-list?${query}`))['emails'] as unknown[]).length;
    assert.equal(await count('to=PERSON-1@example.net&state=queued&sender=&tag='), 1);
    for (const none of ['to=zoe@client.example', 'state=sent', 'sender=a@b.example', 'tag=june']) {
      assert.equal(await count(none), 0, none);
    }
    assert.equal(await count('to=Person-&sender=SHOP@'), 1);
    assert.equal(await count('from=2090-01-01'), 0);
    assert.equal(await count('order=oldest&until=2090-01-01'), 1);
    const total = await world.get(`${at}/operations/mail-total?to=person-`);
    assert.deepEqual(total, { emails: 1, mails: 2, of: null });
    assert.equal((await world.ask('GET', `${at}/operations/mail-list?state=lost`)).status, 400);
    // Letter by letter an address could be found out.
    const { emails } = await world.get(`${at}/operations/mail-list?to=person-`, viewer);
    assert.deepEqual(emails, []);
  });

  test('emails are a table of their copies, of those that fit the filters of the list', async () => {
    await using world = await openPageWorld();
    const accepted = await acceptEmail(world);
    const reason = {
      class: 'mailbox-unknown',
      code: 550,
      enhanced: '',
      text: '',
      host: '',
    } as const;
    await world.installation.storage.emails.settleMails([
      aSettlement(accepted, { fact: { kind: 'bounced', reason } }),
    ]);
    const table = async (query: string) => {
      const file = await world.ask('GET', `${at}/operations/mail-export?${query}`);
      assert.equal(file.status, 200, file.text);
      assert.match(file.headers['content-disposition'] ?? '', /filename="emails-1\.csv"/);
      return file.text.trimEnd().split('\r\n');
    };
    const [heading, first, second, ...rest] = await table('');
    assert.match(heading ?? '', /^id,accepted,scheduled,from,to,subject,state,why,/);
    assert.match(
      first ?? '',
      /^1,[\d-]+T.*,,shop@example\.com,person-0@example\.net,Hello,bounced,mailbox-unknown,/,
    );
    assert.match(second ?? '', /,person-1@example\.net,Hello,queued,,.*,0\.001,,live$/);
    assert.deepEqual(rest, []);
    assert.equal((await table('state=bounced')).length, 2);
    assert.equal((await table('to=PERSON-1@example.net')).length, 2);
    assert.equal((await table('tag=june')).length, 1);
    const refused = await world.ask('GET', `${at}/operations/mail-export`, undefined, viewer);
    assert.equal(refused.json['word'], 'role does not allow it');
    const tired = { roles: { 1: 'owner' as const }, isFresh: false };
    const stale = await world.ask('GET', `${at}/operations/mail-export`, undefined, tired);
    assert.equal(stale.json['word'], 'sign-in is not fresh');
  });

  test('who may not read contents sees neither subject nor address, and no story', async () => {
    await using world = await openPageWorld();
    await acceptEmail(world);
    const listed = JSON.stringify(await world.get(`${at}/operations/mail-list`, viewer));
    const found = JSON.stringify(await world.get(`${at}/operations/mail-show?email=1`, viewer));
    assert.doesNotMatch(listed + found, /Hello|person-0/);
    const story = await world.ask(
      'GET',
      `${at}/operations/mail-story?email=1&mail=512`,
      undefined,
      viewer,
    );
    assert.equal(story.json['word'], 'role does not allow it');
  });

  test('of another account there is nothing', async () => {
    await using world = await openPageWorld();
    await acceptEmail(world);
    const operations = '/api/accounts/2/operations';
    for (const [asking, word] of [
      ['mail-show?email=1', 'email is not there'],
      ['mail-story?email=1&mail=512', 'mail is not there'],
    ] as const) {
      const asked = await world.ask('GET', `${operations}/${asking}`, undefined, stranger);
      assert.deepEqual([asked.status, asked.json['word']], [404, word]);
    }
    const cancelled = await world.ask('POST', `${operations}/mail-cancel`, { email: 1 }, stranger);
    assert.equal(cancelled.status, 404);
  });

  test('what leaves later is taken back once, with its money', async () => {
    await using world = await openPageWorld();
    await acceptEmail(world, { scheduledAtMs: Date.UTC(2040, 0) });
    const cancel = `${at}/operations/mail-cancel`;
    const show = () => world.get(`${at}/operations/mail-show?email=1`);
    assert.partialDeepStrictEqual(await show(), { email: { cancellable: 2 } });
    assert.deepEqual(await world.post(cancel, { email: 1 }), { email: 1, mails: 2 });
    const [noted] = await world.installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(noted, { action: 'mail.cancel', target: '1', accountId: 1 });
    assert.partialDeepStrictEqual(await show(), { email: { cancellable: 0 } });
    const again = await world.ask('POST', cancel, { email: 1 });
    assert.equal(again.json['word'], 'message is cancelled');
  });
});

suite('domains on the dashboard', () => {
  test('a domain is added with its records, and a DNS that fails is no verdict', async () => {
    await using world = await openPageWorld();
    const op = `${at}/operations/domain`;
    const example = { domain: 'example.com' };
    const { domain } = await world.post(`${op}-add`, { domain: 'Example.COM' });
    assert.partialDeepStrictEqual(domain, { name: 'example.com', verifiedAt: null });
    assert.match(JSON.stringify(domain), /s1\._domainkey\.example\.com/);
    const checked = await world.post(`${op}-check`, example);
    const verdicts = (checked['records'] as { verdict: string }[]).map(({ verdict }) => verdict);
    assert.ok(verdicts.length > 0 && verdicts.every((verdict) => verdict === 'unknown'));
    const twice = await world.ask('POST', `${op}-add`, example);
    assert.equal(twice.json['word'], 'domain is there');
    const early = await world.ask('POST', `${op}-rotate`, { ...example, force: true });
    assert.equal(early.json['word'], 'next key is not in the DNS');
    const address = 'a@example.com';
    const sender = await world.ask('POST', `${at}/operations/sender-add`, { address });
    assert.equal(sender.json['word'], 'mail sender is not verified');
    assert.equal((await world.ask('POST', `${op}-remove`, example)).status, 200);
    assert.deepEqual(await world.get(`${op}-list`), { domains: [] });
  });
});

suite('suppressions on the dashboard', () => {
  test('addresses are added, found, exported and released', async () => {
    await using world = await openPageWorld();
    const added = await world.post(`${at}/operations/suppression-add`, {
      addresses: ['Ada@Example.com', 'no address', 'bob@example.com', '=cmd@example.com'],
    });
    assert.deepEqual(added, { added: 3, standing: 0, wrong: [2] });
    const found = await world.get(`${at}/operations/suppression-list?address=ada%40example.com`);
    assert.partialDeepStrictEqual(found, { all: 1, after: null });
    const { table } = await world.get(`${at}/operations/suppression-export`);
    assert.match(String(table), /\nada@example\.com,,manual,administrator,/);
    assert.match(String(table), /\n'=cmd@example\.com,/);
    const refused = await world.ask('POST', `${at}/operations/suppression-release`, {});
    assert.equal(refused.status, 400);
    const one = await world.post(`${at}/operations/suppression-release`, {
      address: 'ADA@example.com',
    });
    assert.deepEqual(one, { released: 1 });
    assert.deepEqual(await world.post(`${at}/operations/suppression-release`, { all: true }), {
      released: 2,
    });
  });

  test('a page of the list is behind the one before it', async () => {
    await using world = await openPageWorld();
    await world.post(`${at}/operations/suppression-add`, {
      addresses: ['a@b.example', 'c@d.example'],
    });
    const list = `${at}/operations/suppression-list`;
    const first = await world.get(`${list}?limit=1`);
    const second = await world.get(`${list}?limit=1&after=${String(first['after'])}`);
    assert.notDeepEqual(first['suppressions'], second['suppressions']);
    assert.doesNotMatch(JSON.stringify(await world.get(list, viewer)), /"a@b/);
  });
});
