import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';
import { NameServer } from '#test/harness/name-server.ts';

type KeyView = {
  readonly selector: string;
  readonly role: string;
  readonly record: { readonly name: string; readonly text: string };
};
type DomainView = {
  readonly name: string;
  readonly verifiedAt: string | null;
  readonly keys: KeyView[];
};

async function setup() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await NameServer.open());
  const cli = stack.use(await openCommandLine());
  cli.environment = { ...cli.environment, PARLEY_DNS: server.address };
  for (const name of ['Acme', 'Other']) {
    await cli.type('account', 'create', '--name', name, '--email', `${name}@acme.example`);
  }
  const domain = async (...argv: string[]) =>
    (await cli.read('domain', ...argv))['domain'] as DomainView;
  const publish = ({ keys }: DomainView): void => {
    for (const { record } of keys) server.zone[record.name] = { TXT: [record.text] };
  };
  const opened = stack.move();
  return { cli, server, domain, publish, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

suite('parley domain', () => {
  test('adds a domain, proves it by the DNS, rotates its keys, removes it', async () => {
    await using world = await setup();
    const { cli, server, domain, publish } = world;
    const added = await domain('add', 'Example.com', '--account', '1');
    const roles = added.keys.map(({ selector, role }) => `${selector} ${role}`);
    assert.deepEqual(roles, ['s1 current', 'e1 current', 's2 next']);
    const before = await cli.read('domain', 'check', 'example.com');
    assert.deepEqual([before['proved'], before['verdict']], [false, 'missing']);
    const early = await cli.type('domain', 'rotate', 'example.com');
    assert.match(early.err, /next key is not in the DNS/);
    publish(added);
    server.zone['_dmarc.example.com'] = { TXT: ['v=DMARC1; p=none'] };
    const after = await cli.read('domain', 'check', 'example.com');
    assert.deepEqual([after['proved'], after['verdict']], [true, 'ok']);
    const rotated = await domain('rotate', 'example.com');
    const now = rotated.keys.map(({ selector, role }) => `${selector} ${role}`).toSorted();
    assert.deepEqual(now, ['e1 current', 's1 old', 's2 current', 's3 next']);
    assert.notEqual((await domain('show', 'example.com')).verifiedAt, null);
    await cli.type('domain', 'remove', 'example.com');
    assert.deepEqual(await cli.read('domain', 'all'), { domains: [] });
  });

  test('names all records that a domain needs, once the server has a name', async () => {
    await using world = await setup();
    const { cli } = world;
    const early = await cli.type('domain', 'add', 'example.com', '--account', '1');
    assert.match(early.out, /^_dmarc\.example\.com {2}TXT {2}\(DMARC\)\nv=DMARC1; p=none$/m);
    assert.match(early.out, /^b\.example\.com {2}MX and TXT .+\nSet PARLEY_MAIL_HELLO /m);
    const named = { PARLEY_MAIL_HELLO: 'out.acme.example', PARLEY_MAIL_MODE: 'direct' };
    cli.environment = { ...cli.environment, ...named };
    const added = await cli.type('domain', 'add', 'example.org', '--account', '1');
    for (const selector of ['s1', 'e1', 's2']) {
      const name = `${selector}\\._domainkey\\.example\\.org`;
      assert.match(added.out, new RegExp(`^${name}  TXT  .+\nv=DKIM1; `, 'm'));
    }
    assert.match(added.out, /^_dmarc\.example\.org {2}TXT /m);
    assert.match(added.out, /^b\.example\.org {2}MX {2}\(return path\)\n10 out\.acme\.example$/m);
    assert.match(added.out, /^b\.example\.org {2}TXT .+\nv=spf1 a:out\.acme\.example -all$/m);
    assert.equal((await cli.type('domain', 'show', 'example.org')).out, added.out);
    const checked = await cli.read('domain', 'check', 'example.org');
    const wanted = (checked['records'] as { readonly type: string; readonly expected: string }[])
      .filter(({ type }) => type !== 'PTR')
      .map(({ expected }) => expected);
    for (const expected of wanted) assert.ok(added.out.includes(`\n${expected}\n`), expected);
  });

  test('is kept here, whatever the mode, and let go', async () => {
    await using world = await setup();
    const { cli, domain } = world;
    await domain('add', 'example.com', '--account', '1');
    const kept = { domain: 'example.com', staysHere: true };
    assert.deepEqual(await cli.read('domain', 'keep', 'example.com'), kept);
    assert.match(
      (await cli.type('domain', 'show', 'example.com')).out,
      /stays in the mail catcher/,
    );
    const gone = { domain: 'example.com', staysHere: false };
    assert.deepEqual(await cli.read('domain', 'keep', 'example.com', '--off'), gone);
    assert.match(
      (await cli.type('domain', 'keep', 'other.com')).err,
      /Domain other\.com does not exist/,
    );
  });

  test('is that of the first account that proves it', async () => {
    await using world = await setup();
    const { cli, domain, publish } = world;
    await domain('add', 'example.com', '--account', '1');
    publish(await domain('add', 'example.com', '--account', '2'));
    const which = await cli.type('domain', 'check', 'example.com');
    assert.match(which.err, /Several accounts have example\.com: choose one with/);
    await cli.type('domain', 'check', 'example.com', '--account', '2');
    await cli.type('domain', 'remove', 'example.com', '--account', '1');
    const late = await cli.type('domain', 'add', 'example.com', '--account', '1');
    assert.match(late.err, /Another account has verified/);
  });

  test('says what a person can do about a wrong record', async () => {
    await using world = await setup();
    const { cli, server, domain } = world;
    const { keys } = await domain('add', 'example.com', '--account', '1');
    const [s1] = keys;
    assert.ok(s1);
    server.zone[s1.record.name] = { TXT: [`"${s1.record.text}"`] };
    const { out } = await cli.type('domain', 'check', 'example.com');
    assert.match(out, /wrong +signature +TXT +s1\._domainkey\.example\.com +The key is quoted/);
    assert.match(out, /wants v=DKIM1; k=rsa; p=\S+\n {2}has {3}"v=DKIM1/);
    assert.match(out, /example\.com is not proved/);
  });

  test('refuses what is nobody’s, what is not there, and what is no domain', async () => {
    await using world = await setup();
    const problem = async (...argv: string[]) => (await world.cli.type('domain', ...argv)).err;
    assert.match(
      await problem('add', 'gmail.com', '--account', '1'),
      /is a public mailbox provider and cannot be a sending domain/,
    );
    assert.match(await problem('add', 'example.com', '--account', '9'), /Account 9 does not exist/);
    assert.match(await problem('add', 'localhost', '--account', '1'), /must be a domain/);
    await world.domain('add', 'example.com', '--account', '1');
    assert.match(await problem('add', 'example.com', '--account', '1'), /The account already has/);
    for (const word of ['show', 'check', 'rotate', 'remove']) {
      assert.match(await problem(word, 'example.net'), /Domain example\.net does not exist/);
    }
  });
});

suite('parley sender', () => {
  test('adds senders, chooses the default, removes them', async () => {
    await using world = await setup();
    const { cli } = world;
    const add = (...argv: string[]) => cli.read('sender', 'add', ...argv, '--account', '1');
    const first = await add('ann@gmail.com', '--name', 'Ann Lee');
    const ann = { account: 1, address: 'ann@gmail.com', name: 'Ann Lee', default: true };
    assert.deepEqual(first, { sender: ann });
    await add('bob@gmail.com');
    await cli.type('sender', 'default', 'bob@gmail.com', '--account', '1');
    await cli.type('sender', 'remove', 'ann@gmail.com', '--account', '1');
    const bob = { account: 1, address: 'bob@gmail.com', name: '', default: true };
    assert.deepEqual(await cli.read('sender', 'list', '--account', '1'), { senders: [bob] });
  });

  test('says what cannot be', async () => {
    await using world = await setup();
    const problem = async (...argv: string[]) => (await world.cli.type('sender', ...argv)).err;
    assert.match(await problem('add', 'ann', '--account', '1'), /must be an email address/);
    assert.match(
      await problem('add', 'a@example.com', '--account', '9'),
      /Account 9 does not exist/,
    );
    for (const word of ['default', 'remove']) {
      assert.match(await problem(word, 'a@example.com', '--account', '1'), /has no sender/);
    }
  });
});
