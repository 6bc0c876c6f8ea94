import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { parseDomainName, parseEmailAddress } from '#core/email-address.ts';
import { createSealer } from '#core/sealed.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { makeKeys, rotatedKeys } from './domain-keys.ts';
import { MailDirectory } from './mail-directory.ts';
import { keyRecordName, keyRecordText } from './mail-domain.ts';
import { SendingDomains } from './sending-domains.ts';

const sealer = createSealer(Buffer.alloc(32, 7));
const clock = new HeldClock();
const author = { actor: 'a test', atMs: 0 };
const name = must(parseDomainName('example.com'), 'domain');
const keysOfDomain = await makeKeys({ accountId: 1, name }, sealer);

async function setup(seal = sealer) {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  for (const email of ['a@acme.example', 'b@acme.example']) {
    await storage.accounts.createAccount(
      {
        name: 'Acme',
        email,
        currency: 'EUR',
        homeCountry: 'FR',
        balance: 0 as never,
        testBalance: 0 as never,
        createdAtMs: 0,
      },
      'a test',
    );
  }
  const { domains } = storage;
  let directory = await MailDirectory.read(domains);
  const readAgain = async (): Promise<void> => {
    directory = await MailDirectory.read(domains);
  };
  const sending = new SendingDomains({
    store: domains,
    directory: () => directory,
    readAgain,
    sealer: seal,
    clock,
  });
  const addDomain = async (isProved: boolean): Promise<void> => {
    const made = await domains.createDomain({ accountId: 1, name, keys: keysOfDomain }, author);
    if (isProved) await domains.verifyDomain(must(made, 'domain').id, author);
    await readAgain();
  };
  const opened = stack.move();
  return {
    domains,
    sending,
    readAgain,
    addDomain,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function wish(
  address: string | undefined,
  changes: { accountId?: number; isCaught?: boolean } = {},
) {
  const from = address === undefined ? undefined : { address, name: 'News' };
  return { accountId: 1, from, isCaught: false, ...changes };
}

suite('a sender', () => {
  test('of a domain that its account has proved may send, whatever stands before the @', async () => {
    await using world = await setup();
    await world.addDomain(true);
    assert.deepEqual(await world.sending.chooseSender(wish('any.one@Example.com')), {
      ok: true,
      from: { address: 'any.one@Example.com', name: 'News' },
    });
  });

  test('of a domain that is not proved, or that of another account, may not', async () => {
    await using world = await setup();
    await world.addDomain(false);
    const refused = {
      ok: false,
      refusal: { why: 'mail sender is not verified', sender: 'ann@example.com' },
    };
    assert.deepEqual(await world.sending.chooseSender(wish('ann@example.com')), refused);
    await world.domains.verifyDomain(1, author);
    await world.readAgain();
    const others = wish('ann@example.com', { accountId: 2 });
    assert.deepEqual(await world.sending.chooseSender(others), refused);
    const below = await world.sending.chooseSender(wish('ann@news.example.com'));
    assert.equal(below.ok, false);
  });

  test('that was verified by itself may send, and stands in where none is named', async () => {
    await using world = await setup();
    const none = await world.sending.chooseSender(wish(undefined));
    assert.deepEqual(none, { ok: false, refusal: { why: 'mail sender is missing' } });
    const address = must(parseEmailAddress('ann@gmail.com'), 'address');
    await world.domains.saveSender({ accountId: 1, address, name: 'Ann' }, author);
    await world.readAgain();
    assert.deepEqual(await world.sending.chooseSender(wish(undefined)), {
      ok: true,
      from: { address, name: 'Ann' },
    });
    assert.equal((await world.sending.chooseSender(wish('bob@gmail.com'))).ok, false);
    assert.deepEqual(world.sending.keysFor(1, 'gmail.com'), { signs: 'relay' });
  });

  test('of mail that stays on this machine may be anybody, whose domain gets keys once, and is not added', async () => {
    await using world = await setup();
    const caught = wish('x@new.example', { isCaught: true });
    const chosen = await Promise.all([1, 2, 3].map(() => world.sending.chooseSender(caught)));
    assert.deepEqual(
      chosen.map(({ ok }) => ok),
      [true, true, true],
    );
    const [made, ...others] = await world.domains.listSigningDomains();
    assert.deepEqual([made?.name, made?.verifiedAtMs, others.length], ['new.example', null, 0]);
    assert.deepEqual(await world.domains.listDomains(), []);
    assert.equal(world.sending.keysFor(1, 'new.example').signs, 'domain');
    assert.equal((await world.sending.chooseSender(wish('x@new.example'))).ok, false);
    const nobody = await world.sending.chooseSender(wish(undefined, { isCaught: true }));
    assert.deepEqual(nobody.ok && nobody.from.address, 'hello@parley.test');
  });
});

test('an account with a thousand domains gets no further keys by making senders up', async () => {
  const standing = {
    accountId: 1,
    keys: keysOfDomain,
    rotation: 0,
    createdAtMs: 0,
    verifiedAtMs: null,
    proofCheckedAtMs: 0,
    proofMissingAtMs: null,
    staysHere: false,
  };
  const domains = Array.from({ length: 1_000 }, (_, id) => {
    const own = must(parseDomainName(`d${id}.example.com`), 'domain');
    return { ...standing, id, name: own, returnPathAtMs: null };
  });
  const sending = new SendingDomains({
    store: { keepKeysForCaught: () => Promise.reject(new Error('it was made')) },
    directory: () => new MailDirectory(domains, []),
    readAgain: async () => undefined,
    sealer,
    clock,
  });
  assert.equal((await sending.chooseSender(wish('a@new.example', { isCaught: true }))).ok, true);
  assert.equal(sending.keysFor(1, 'new.example').signs, 'relay');
});

suite('the keys of a domain', () => {
  test('are told of as the standards want them', () => {
    const told = keysOfDomain.map((key) =>
      [keyRecordName(key, name), keyRecordText(key)].join(' '),
    );
    assert.match(
      told[0] ?? '',
      /^s1\._domainkey\.example\.com v=DKIM1; k=rsa; p=MIIBIj[\w+/]{380,}/,
    );
    assert.match(told[1] ?? '', /^e1\._domainkey\.example\.com v=DKIM1; k=ed25519; p=[\w+/]{43}=$/);
    assert.match(told[2] ?? '', /^s2\._domainkey\.example\.com v=DKIM1; k=rsa; p=MIIBIj/);
  });

  test('sign as its account alone', async () => {
    await using world = await setup();
    await world.addDomain(false);
    const { signs, ...rest } = world.sending.keysFor(1, 'example.com');
    assert.equal(signs, 'domain');
    assert.ok('keys' in rest);
    assert.deepEqual([rest.keys.rsa.selector, rest.keys.ed25519.selector], ['s1', 'e1']);
    assert.equal(world.sending.keysFor(2, 'example.com').signs, 'relay');
  });

  test('that do not open leave the domain without a signature and say so', async () => {
    await using world = await setup(createSealer(Buffer.alloc(32, 8)));
    await world.addDomain(true);
    const keys = world.sending.keysFor(1, 'example.com');
    assert.equal(keys.signs, 'nobody');
    assert.match(keys.failure, /was sealed with key/);
  });

  test('that are not those of their record are not used', async () => {
    await using world = await setup();
    const [rsa, ed25519, next] = keysOfDomain;
    assert.ok(rsa && ed25519 && next);
    const swapped = [{ ...rsa, publicKey: next.publicKey }, ed25519, next];
    await world.domains.createDomain({ accountId: 1, name, keys: swapped }, author);
    await world.readAgain();
    const keys = world.sending.keysFor(1, 'example.com');
    assert.deepEqual(keys, {
      signs: 'nobody',
      failure: 'Key s1 of example.com is not the one in its record',
    });
  });

  test('are rotated: the next one signs, the last one stays told of, another is made ready', async () => {
    await using world = await setup();
    await world.addDomain(true);
    const weekMs = 8 * 86_400_000;
    for (const [signing, nowMs] of [
      ['s2', 0],
      ['s3', 1_000],
      ['s4', weekMs],
    ] as const) {
      const [domain] = await world.domains.listDomains();
      assert.ok(domain);
      const keys = await rotatedKeys(domain, sealer, nowMs);
      assert.equal(await world.domains.rotateKeys(domain, keys, author), true);
      await world.readAgain();
      const opened = world.sending.keysFor(1, 'example.com');
      assert.equal(opened.signs === 'domain' && opened.keys.rsa.selector, signing);
    }
    const [domain] = await world.domains.listDomains();
    const told = domain?.keys.map(({ selector, role }) => `${selector} ${role}`).toSorted();
    // The first one's week is over, the second one's is not.
    assert.deepEqual(told, ['e1 current', 's2 old', 's3 old', 's4 current', 's5 next']);
  });
});
