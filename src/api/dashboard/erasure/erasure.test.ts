/** An owner erases a person from their account. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { openPageWorld, owner, type PageWorld } from '#test/harness/page-world.ts';

const root = '/api/accounts/1/operations/erasure';
const who = '06 12 34 56 78';
const phone = '33612345678';

async function setup(): Promise<PageWorld> {
  const world = await openPageWorld();
  const { line } = world;
  for (const name of ['Acme', 'Other']) {
    await line.read('account', 'create', '--name', name, '--email', 'a@acme.example');
  }
  for (const account of ['1', '2'])
    await line.read('stop', 'add', `+${phone}`, '--account', account);
  const { addressBook } = world.installation.storage;
  for (const accountId of [1, 2]) {
    await line.read('group', 'add', 'people', '--account', String(accountId));
    const [group] = await addressBook.listGroups(accountId);
    const contacts = [{ phone, details: { firstname: 'Ann' } }] as never;
    const groupId = group?.id ?? 0;
    await addressBook.addContacts({ accountId, groupId, createdAtMs: 0, contacts });
  }
  return world;
}

async function phonesOf({ installation }: PageWorld, accountId: number) {
  const { addressBook, stops } = installation.storage;
  const [group] = await addressBook.listGroups(accountId);
  const pseudonym = installation.pseudonyms.ofPhone(phone);
  const entries = await stops.listStops(accountId, 0, 10);
  const [isStopped] = entries.filter((each) => [phone, pseudonym].includes(each.phone));
  const contacts = await addressBook.countContacts(group?.id ?? 0);
  return { contacts, stop: isStopped?.phone };
}

suite('erasing a person', () => {
  test('says its effect in numbers first, then erases and gives a certificate', async () => {
    await using world = await setup();
    const preview = await world.post(`${root}-preview`, { who });
    assert.partialDeepStrictEqual(preview, { counts: { contacts: 1, messages: 0 }, underWay: 0 });
    assert.match(String(preview['who']), /^\+33/);
    assert.deepEqual(await phonesOf(world, 1), { contacts: 1, stop: phone }, 'nothing is erased');
    const { certificate, sha256 } = await world.post(`${root}-make`, { who: preview['who'] });
    const { erased, accountId, counts, hashed } = certificate as Record<string, unknown>;
    assert.ok(counts instanceof Object);
    assert.deepEqual([accountId, hashed], [1, 1]);
    assert.partialDeepStrictEqual(counts, { contacts: 1 });
    assert.doesNotMatch(JSON.stringify(certificate), new RegExp(phone));
    const { pseudonym } = erased as { pseudonym: string };
    assert.match(pseudonym, /^\d{16}$/);
    const hash = createHash('sha256').update(JSON.stringify(certificate)).digest('hex');
    assert.equal(sha256, hash);
    assert.deepEqual(await phonesOf(world, 1), { contacts: 0, stop: pseudonym });
    assert.deepEqual(await phonesOf(world, 2), { contacts: 1, stop: phone }, 'it is another’s');
    const log = await readFile(path.join(world.line.folder, 'erasures.jsonl'), 'utf8');
    assert.partialDeepStrictEqual(JSON.parse(log), { accountId: 1, kind: 'phone' });
    assert.doesNotMatch(log, new RegExp(phone));
    const { audit } = await world.get('/api/accounts/1/operations/account-audit');
    assert.partialDeepStrictEqual((audit as object[])[0], { action: 'erasure.done' });
  });

  test('is for owners who have just signed in, and for phones and addresses alone', async () => {
    await using world = await setup();
    const stale = { ...owner, isFresh: false };
    assert.equal((await world.ask('POST', `${root}-make`, { who }, stale)).status, 403);
    for (const role of ['developer', 'support', 'billing', 'viewer'] as const) {
      const person = { roles: { 1: role } };
      assert.equal((await world.ask('POST', `${root}-make`, { who }, person)).status, 403, role);
      const preview = await world.ask('POST', `${root}-preview`, { who }, person);
      assert.equal(preview.status, 403, role);
    }
    for (const wrong of ['Ann', 'ann@', '123', '%', '']) {
      assert.equal((await world.ask('POST', `${root}-make`, { who: wrong })).status, 400, wrong);
    }
    assert.deepEqual(await phonesOf(world, 1), { contacts: 1, stop: phone });
    assert.equal(
      (await world.post(`${root}-preview`, { who: 'Ann@Example.com' }))['who'],
      'ann@example.com',
    );
  });

  test('goes on two at a time: others hear when to come back', async () => {
    await using world = await setup();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => world.ask('POST', `${root}-preview`, { who })),
    );
    const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 200, 503, 503, 503]);
    assert.equal((await world.ask('POST', `${root}-preview`, { who })).status, 200);
  });
});
