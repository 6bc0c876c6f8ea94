/** Domains that accounts send from, and their senders. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { parseDomainName, parseEmailAddress } from '#core/email-address.ts';
import type { DomainKey } from '#mail/domains/mail-domain.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

const author = { actor: 'a test', atMs };
const name = must(parseDomainName('example.com'), 'domain');
const keys: readonly DomainKey[] = [
  { selector: 's1', kind: 'rsa', role: 'current', publicKey: 'P', sealed: 'S', retiredAtMs: null },
];

function address(text: string) {
  return must(parseEmailAddress(text), 'address');
}

export function mailDomains(open: () => Promise<Storage>): void {
  test('a domain is made once for each account that wants it, and removed', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const { domains } = storage;
    const made = await domains.createDomain({ accountId: one.id, name, keys }, author);
    assert.deepEqual(made, {
      id: made?.id,
      accountId: one.id,
      name,
      keys,
      rotation: 0,
      createdAtMs: atMs,
      verifiedAtMs: null,
      returnPathAtMs: null,
      proofCheckedAtMs: 0,
      proofMissingAtMs: null,
      staysHere: false,
    });
    assert.equal(await domains.createDomain({ accountId: one.id, name, keys }, author), undefined);
    const other = await domains.createDomain({ accountId: two.id, name, keys }, author);
    assert.deepEqual(await domains.listDomains(), [made, other]);
    assert.deepEqual(await domains.listDomains(two.id), [other]);
    assert.equal(await domains.removeDomain(one.id, name, author), true);
    assert.equal(await domains.removeDomain(one.id, name, author), false);
    assert.deepEqual(await domains.listDomains(), [other]);
  });

  test('keys for caught mail are no domain of the account, until it adds one of that name', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { domains } = storage;
    await domains.keepKeysForCaught({ accountId, name, keys }, atMs);
    await domains.keepKeysForCaught({ accountId, name, keys: [] }, atMs);
    assert.deepEqual(await domains.listDomains(), []);
    const [kept] = await domains.listSigningDomains();
    assert.deepEqual([kept?.accountId, kept?.name, kept?.keys], [accountId, name, keys]);
    const later = { ...author, atMs: atMs + 1 };
    const added = await domains.createDomain({ accountId, name, keys: [] }, later);
    // The mail that was caught before stays verified.
    assert.deepEqual(added, { ...kept, createdAtMs: atMs + 1 });
    assert.deepEqual(await domains.listDomains(accountId), [added]);
    await domains.keepKeysForCaught({ accountId, name, keys: [] }, atMs);
    assert.deepEqual(await domains.listSigningDomains(), [added]);
  });

  test('a domain that is removed takes the senders of its account along', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const { domains } = storage;
    await domains.createDomain({ accountId: one.id, name, keys }, author);
    const [ann, bob] = [address('ann@example.com'), address('bob@not-example.com')];
    await domains.saveSender({ accountId: one.id, address: ann, name: '' }, author);
    await domains.saveSender({ accountId: one.id, address: bob, name: '' }, author);
    await domains.saveSender({ accountId: two.id, address: ann, name: '' }, author);
    await domains.removeDomain(one.id, name, author);
    const left = (await domains.listSenders()).map(({ accountId, address: at }) => [accountId, at]);
    assert.deepEqual(left, [
      [two.id, ann],
      [one.id, bob],
    ]);
  });

  test('a domain that is removed takes its senders with it, and no others', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const { domains } = storage;
    await domains.createDomain({ accountId: one.id, name, keys }, author);
    const save = (accountId: number, text: string) =>
      domains.saveSender({ accountId, address: address(text), name: '' }, author);
    await save(one.id, 'a@example.com');
    await save(one.id, 'a@sub.example.com');
    await save(one.id, 'example.com@other.example');
    await save(two.id, 'a@example.com');
    await domains.removeDomain(one.id, name, author);
    assert.deepEqual(
      (await domains.listSenders(one.id)).map((each) => each.address),
      ['a@sub.example.com', 'example.com@other.example'],
    );
    assert.equal((await domains.listSenders(two.id)).length, 1);
  });

  test('what the DNS says of a proof is noted, and a proof may be lost and found', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const { domains } = storage;
    const made = await domains.createDomain({ accountId: account.id, name, keys }, author);
    const { id } = must(made, 'domain');
    const standing = async () => {
      const { verifiedAtMs, proofCheckedAtMs, proofMissingAtMs } = must(
        (await domains.listDomains())[0],
        'domain',
      );
      return [verifiedAtMs, proofCheckedAtMs, proofMissingAtMs];
    };
    await domains.noteProof(id, true, atMs);
    assert.deepEqual(await standing(), [null, 0, null], 'it was not proved');
    assert.equal(await domains.loseProof(id, author), false);
    await domains.verifyDomain(id, author);
    await domains.noteProof(id, true, atMs + 1);
    await domains.noteProof(id, true, atMs + 2);
    assert.deepEqual(await standing(), [atMs, atMs + 2, atMs + 1]);
    await domains.noteProof(id, false, atMs + 3);
    assert.deepEqual(await standing(), [atMs, atMs + 3, null]);
    await domains.noteProof(id, true, atMs + 4);
    assert.equal(await domains.loseProof(id, author), true);
    assert.deepEqual(await standing(), [null, atMs + 4, atMs + 4]);
    assert.equal(await domains.verifyDomain(id, { ...author, atMs: atMs + 5 }), true);
    assert.deepEqual(await standing(), [atMs + 5, atMs + 5, null]);
  });

  test('a domain is that of the first account that proves it', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const { domains } = storage;
    const first = must(await domains.createDomain({ accountId: one.id, name, keys }, author), '1');
    const second = must(await domains.createDomain({ accountId: two.id, name, keys }, author), '2');
    assert.equal(await domains.verifyDomain(second.id, author), true);
    assert.equal(await domains.verifyDomain(first.id, author), false);
    const verified = (await domains.listDomains()).map(({ verifiedAtMs }) => verifiedAtMs);
    assert.deepEqual(verified, [null, atMs]);
    assert.equal(await domains.whoProved(name), two.id);
    await domains.removeDomain(two.id, name, author);
    assert.equal(await domains.whoProved(name), undefined);
    assert.equal(await domains.verifyDomain(first.id, author), true);
    assert.equal(await domains.verifyDomain(99_999, author), false);
  });

  test('a domain is kept here, and let go, once each', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { domains, settings } = storage;
    const made = must(await domains.createDomain({ accountId, name, keys }, author), 'domain');
    assert.equal(made.staysHere, false);
    const before = await settings.settingsVersion();
    assert.equal(await domains.keepHere(made, true, author), true);
    assert.equal(await domains.keepHere(made, true, author), false);
    assert.equal(await settings.settingsVersion(), before + 1);
    assert.equal((await domains.listDomains())[0]?.staysHere, true);
    assert.equal(await domains.keepHere(made, false, author), true);
    assert.equal((await domains.listDomains())[0]?.staysHere, false);
  });

  test('where bounces of a domain go is noted when it changes', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { domains, settings } = storage;
    const made = must(await domains.createDomain({ accountId, name, keys }, author), 'domain');
    const at = async (): Promise<number | null | undefined> =>
      (await domains.listDomains())[0]?.returnPathAtMs;
    await domains.noteReturnPath(made.id, true, author);
    const version = await settings.settingsVersion();
    await domains.noteReturnPath(made.id, true, { ...author, atMs: atMs + 1 });
    assert.deepEqual([await at(), await settings.settingsVersion()], [atMs, version]);
    await domains.noteReturnPath(made.id, false, author);
    assert.deepEqual([await at(), await settings.settingsVersion()], [null, version + 1]);
  });

  test('keys are rotated by one of two who read them at the same time', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { domains } = storage;
    const made = must(await domains.createDomain({ accountId, name, keys }, author), 'domain');
    assert.equal(await domains.rotateKeys(made, [], author), true);
    assert.equal(await domains.rotateKeys(made, keys, author), false);
    assert.deepEqual(await domains.listDomains(), [{ ...made, keys: [], rotation: 1 }]);
  });

  test('the first sender of an account is its default until another one is', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { domains } = storage;
    const [ann, bob] = [address('ann@example.com'), address('bob@example.com')];
    const first = await domains.saveSender({ accountId, address: ann, name: 'Ann' }, author);
    assert.deepEqual(first, {
      accountId,
      address: ann,
      name: 'Ann',
      isDefault: true,
      createdAtMs: atMs,
    });
    const second = await domains.saveSender({ accountId, address: bob, name: '' }, author);
    assert.equal(second.isDefault, false);
    const renamed = await domains.saveSender({ accountId, address: ann, name: 'A' }, author);
    assert.deepEqual(renamed, { ...first, name: 'A' });
    assert.equal(await domains.setDefaultSender(accountId, bob, author), true);
    assert.equal(await domains.setDefaultSender(accountId, 'x@example.com', author), false);
    const defaults = (await domains.listSenders(accountId)).map(({ isDefault }) => isDefault);
    assert.deepEqual(defaults, [false, true]);
    assert.equal(await domains.removeSender(accountId, bob, author), true);
    assert.equal(await domains.removeSender(accountId, bob, author), false);
    assert.deepEqual(
      await domains.listSenders(),
      [renamed].map((each) => ({ ...each, isDefault: false })),
    );
  });

  test('each change raises the version of the settings and says whose it was', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { domains, settings, audit } = storage;
    const made = must(await domains.createDomain({ accountId, name, keys }, author), 'domain');
    const sender = { accountId, address: address('ann@example.com'), name: '' };
    const changes: readonly (() => Promise<unknown>)[] = [
      () => domains.verifyDomain(made.id, author),
      () => domains.rotateKeys(made, keys, author),
      () => domains.saveSender(sender, author),
      () => domains.setDefaultSender(accountId, sender.address, author),
      () => domains.removeSender(accountId, sender.address, author),
      () => domains.removeDomain(accountId, name, author),
    ];
    for (const change of changes) {
      const before = await settings.settingsVersion();
      await change();
      assert.ok((await settings.settingsVersion()) > before);
    }
    const actions = (await audit.listAudit(Number.MAX_SAFE_INTEGER, 7)).map(({ action }) => action);
    assert.deepEqual(actions.toReversed(), [
      'domain.add',
      'domain.verify',
      'domain.rotate',
      'sender.save',
      'sender.default',
      'sender.remove',
      'domain.remove',
    ]);
  });
}
