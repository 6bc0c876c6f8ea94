/** Virtual numbers: renting, paying, giving back; and the rules of what calls to them do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import type { VirtualNumber } from '#numbers/virtual-number.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { plain, withAccount } from './setup.ts';

const author = { actor: 'test', atMs };
const digits = phone('33755000001');
const monthMs = 31 * 24 * 3_600_000;

async function inStock(storage: Storage, number = digits): Promise<VirtualNumber> {
  const made = await storage.numbers.createNumber({
    digits: number,
    kind: 'long',
    accountId: null,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: atMs,
  });
  assert.ok(made);
  const terms = { canForward: true, monthlyPrice: money(600_000), minutePrice: money(10_000) };
  assert.equal(await storage.virtualNumbers.setTerms(made.id, terms, author), true);
  return found(storage, number);
}

async function found(storage: Storage, number = digits): Promise<VirtualNumber> {
  const standing = await storage.virtualNumbers.findVirtualNumber(number);
  assert.ok(standing);
  return standing;
}

function rental(number: VirtualNumber, accountId: number) {
  return { number, accountId, label: 'Desk', atMs, paidUntilMs: atMs + monthMs };
}

function payer({ id, state, homeCountry }: Account) {
  return { id, state, homeCountry };
}

export function virtualNumbers(open: () => Promise<Storage>): void {
  test('a free number is rented once, and its first month is paid with it', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const number = await inStock(storage);
    const results = await Promise.all(
      [one, two].map(({ id }) => storage.virtualNumbers.rent(rental(number, id), author)),
    );
    assert.deepEqual(results.toSorted(), ['number is taken', 'rented']);
    const rented = await found(storage);
    const winner = results[0] === 'rented' ? one : two;
    assert.deepEqual(rented, {
      ...number,
      accountId: winner.id,
      label: 'Desk',
      rentedAtMs: atMs,
      paidUntilMs: atMs + monthMs,
    });
    const sums = await storage.accounts.ledgerSums(winner.id, 'live');
    assert.deepEqual([sums.balance, sums.movements], [400_000, 400_000]);
  });

  test('what is rented or ruled under a key is done once, and its reply kept with it', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage, 2_000_000);
    const { virtualNumbers: store, messages } = storage;
    const kept = { fingerprint: 'f', reply: 'r', forgottenBeforeMs: atMs - 10 };
    const number = await inStock(storage);
    const paid = { ...rental(number, accountId), once: { ...kept, key: 'a' } };
    const results = await Promise.all([store.rent(paid, author), store.rent(paid, author)]);
    assert.equal(results.filter((result) => result === 'rented').length, 1);
    assert.deepEqual(
      { ...(await messages.findReply(accountId, 'a', atMs)) },
      {
        fingerprint: 'f',
        reply: 'r',
      },
    );
    // Another number under the same key is not rented either.
    const next = await inStock(storage, phone('33755000002'));
    const other = { ...rental(next, accountId), once: { ...kept, key: 'a' } };
    assert.notEqual(await store.rent(other, author), 'rented');
    assert.equal((await storage.accounts.findAccount(accountId))?.balance, 1_400_000);
    const rule: ForwardRule = { kind: 'voicemail', target: 'a@acme.example' };
    const once = { ...kept, key: 'b' };
    const change = { numberId: number.id, accountId, seen: undefined, rule, label: 'Ada', once };
    assert.equal(await store.changeRule(change, author), true);
    assert.equal((await found(storage)).label, 'Ada');
    const seen = (await store.findRule(number.id))?.version;
    const again = { ...change, seen, rule: undefined, label: 'Else' };
    assert.equal(await store.changeRule(again, author), false);
    assert.deepEqual({ ...(await store.findRuleOf(digits)) }, rule);
    // What is refused keeps nothing.
    const stale = { ...again, seen: (seen ?? 0) - 1, once: { ...kept, key: 'c' } };
    assert.equal(await store.changeRule(stale, author), false);
    assert.equal(await messages.findReply(accountId, 'c', 0), undefined);
    assert.equal((await found(storage)).label, 'Ada');
  });

  test('without the money for a month nothing is rented', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage, 599_999);
    const number = await inStock(storage);
    const result = await storage.virtualNumbers.rent(rental(number, id), author);
    assert.equal(result, 'credit is not enough');
    assert.equal((await found(storage)).accountId, null);
    assert.equal((await storage.accounts.findAccount(id))?.balance, 599_999);
  });

  test('a month is paid once, no matter who asks twice for it, and brings back what waited for money', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage, 2_000_000);
    await storage.virtualNumbers.rent(rental(await inStock(storage), accountId), author);
    const number = await found(storage);
    const due = { number, accountId, price: number.monthlyPrice, atMs: atMs + monthMs };
    const month = { ...due, fromMs: atMs + monthMs, untilMs: atMs + 2 * monthMs };
    assert.deepEqual(await storage.virtualNumbers.listUnpaid(atMs + monthMs - 1, 0, 10), []);
    assert.deepEqual(await storage.virtualNumbers.listUnpaid(atMs + monthMs, 0, 10), [number]);
    assert.deepEqual(await storage.virtualNumbers.listUnpaid(atMs + monthMs, number.id, 10), []);
    assert.equal(await storage.virtualNumbers.deactivate(number.id, 'unpaid', author), true);
    assert.equal(await storage.virtualNumbers.deactivate(number.id, 'unpaid', author), false);
    assert.equal((await found(storage)).active, false);
    const paid = await Promise.all([
      storage.virtualNumbers.payRent(month),
      storage.virtualNumbers.payRent(month),
    ]);
    assert.deepEqual(new Set(paid), new Set([false, true]));
    const standing = await found(storage);
    assert.deepEqual([standing.active, standing.deactivatedWhy], [true, '']);
    assert.equal(standing.paidUntilMs, atMs + 2 * monthMs);
    assert.equal((await storage.accounts.findAccount(accountId))?.balance, 800_000);
  });

  test('what was paused for another reason stays so when its rent is paid', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage, 2_000_000);
    await storage.virtualNumbers.rent(rental(await inStock(storage), accountId), author);
    const number = await found(storage);
    await storage.virtualNumbers.deactivate(number.id, 'abuse', author);
    const price = number.monthlyPrice;
    const month = { number, accountId, price, fromMs: 1, untilMs: 2, atMs };
    assert.equal(await storage.virtualNumbers.payRent(month), true);
    assert.equal((await found(storage)).deactivatedWhy, 'abuse');
  });

  test('who rents a number next inherits nothing', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const { virtualNumbers: store } = storage;
    await store.rent(rental(await inStock(storage), one.id), author);
    const { id: numberId } = await found(storage);
    const rule: ForwardRule = { kind: 'voicemail', target: 'a@acme.example' };
    const change = { numberId, accountId: one.id, seen: undefined, rule };
    assert.equal(await store.changeRule(change, author), true);
    const options = { ringMs: 20_000, unanswered: 'voicemail', language: 'fr' } as const;
    const kept = {
      ...options,
      fallbackEmail: 'b@acme.example',
      missedCallEmail: '',
      missedCallText: 'We call back.',
    };
    await store.saveOptions(numberId, kept, author);
    assert.deepEqual({ ...(await store.findOptions(numberId)) }, kept);
    const number = await found(storage);
    const called = { number, account: payer(one), rule, leadsOn: false, options: kept };
    assert.deepEqual(await store.findCalled(called.number.phone), called);
    const giving = { numberId, accountId: one.id, freeAfterMs: atMs + 1 };
    assert.equal(await store.giveBack({ ...giving, accountId: two.id }, author), false);
    assert.equal(await store.giveBack(giving, author), true);
    assert.equal(await store.giveBack(giving, author), false);
    const free = { of: { freeFrom: '337' }, afterPhone: '', limit: 10 };
    assert.deepEqual(await store.listVirtualNumbers({ ...free, nowMs: atMs }), []);
    assert.equal((await store.listVirtualNumbers({ ...free, nowMs: atMs + 1 })).length, 1);
    assert.equal(await store.rent(rental(await found(storage), two.id), author), 'number is taken');
    const later = { ...rental(await found(storage), two.id), atMs: atMs + 1 };
    assert.equal(await store.rent(later, author), 'rented');
    assert.equal(await store.findRule(numberId), undefined);
    assert.equal(await store.findOptions(numberId), undefined);
    const again = await found(storage);
    const fresh = { rule: undefined, leadsOn: false, options: undefined };
    const nothing = { number: again, account: payer(two), ...fresh };
    assert.deepEqual(await store.findCalled(again.phone), nothing);
    assert.equal(await store.findCalled(phone('33755999999')), undefined);
  });

  test('a rule that leads to another number of ours is known by it', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { virtualNumbers: store } = storage;
    const number = await inStock(storage);
    await store.rent(rental(number, accountId), author);
    const further = phone('33755000002');
    const lead = async (seen: number | undefined, rule: ForwardRule): Promise<boolean> => {
      assert.ok(await store.changeRule({ numberId: number.id, accountId, seen, rule }, author));
      return must(await store.findCalled(digits), 'number').leadsOn;
    };
    assert.equal(await lead(undefined, { kind: 'forward', target: further }), false);
    await inStock(storage, further);
    assert.equal(must(await store.findCalled(digits), 'number').leadsOn, true);
    const { version } = must(await store.findRule(number.id), 'rule');
    assert.equal(await lead(version, { kind: 'forward', target: phone('33612345678') }), false);
  });

  test('a number of a sub-account has the state of a parent that is not active', async () => {
    await using storage = await open();
    const parent = await withAccount(storage, 1_000_000);
    const key = {
      bases: ['sms'],
      mode: 'live',
      prefix: 'live_abc',
      label: '',
      hash: 'h1',
    } as const;
    const account = await storage.accounts.createSubAccount({
      name: 'Shop',
      email: '',
      firstname: 'Ada',
      lastname: 'Example',
      parent,
      credit: money(700_000),
      purse: 'live',
      key,
      createdAtMs: atMs,
      actor: 'test',
    });
    assert.ok(account);
    const { virtualNumbers: store } = storage;
    assert.equal((await store.findCalled((await inStock(storage)).phone))?.account, undefined);
    await store.rent(rental(await found(storage), account.id), author);
    assert.deepEqual((await store.findCalled(digits))?.account, payer(account));
    await storage.accounts.changeAccount(parent.id, { state: 'blocked' }, author);
    assert.equal((await store.findCalled(digits))?.account?.state, 'blocked');
  });

  test('of two who set a rule at once one has seen what the other made of it', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    await storage.virtualNumbers.rent(rental(await inStock(storage), accountId), author);
    const { id: numberId } = await found(storage);
    const { virtualNumbers: store } = storage;
    const rule: ForwardRule = { kind: 'forward', target: phone('33612345678') };
    const change = { numberId, accountId, seen: undefined, rule };
    const both = [store.changeRule(change, author), store.changeRule(change, author)];
    assert.deepEqual(new Set(await Promise.all(both)), new Set([false, true]));
    const kept = await store.findRule(numberId);
    assert.deepEqual({ ...kept?.rule }, rule);
    assert.deepEqual({ ...(await store.findRuleOf(digits)) }, rule);
    const stale = { ...change, seen: (kept?.version ?? 0) - 1, rule: undefined };
    assert.equal(await store.changeRule(stale, author), false);
    const seen = kept?.version;
    assert.equal(await store.changeRule({ ...change, seen }, author), true);
    assert.ok(((await store.findRule(numberId))?.version ?? 0) > (seen ?? 0));
    const again = (await store.findRule(numberId))?.version;
    assert.equal(await store.changeRule({ ...change, seen: again, rule: undefined }, author), true);
    assert.equal(await store.findRuleOf(digits), undefined);
  });

  test('a number that is paused, another’s or may not forward keeps its rule as it is', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const { virtualNumbers: store } = storage;
    await store.rent(rental(await inStock(storage), one.id), author);
    const { id: numberId } = await found(storage);
    const rule: ForwardRule = { kind: 'voicemail', target: 'a@acme.example' };
    const change = { numberId, accountId: one.id, seen: undefined, rule };
    assert.equal(await store.changeRule({ ...change, accountId: two.id }, author), false);
    await store.setTerms(numberId, { canForward: false }, author);
    assert.equal(await store.changeRule(change, author), false);
    await store.setTerms(numberId, { canForward: true }, author);
    await store.deactivate(numberId, 'abuse', author);
    assert.equal(await store.changeRule(change, author), false);
    assert.equal(await store.findRule(numberId), undefined);
  });

  test('a short number is nobody’s to rent, and an account lists its own by their digits', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage, 3_000_000);
    const numbers = ['33755000003', '33755000001', '33755000002'].map((each) => phone(each));
    for (const each of numbers) {
      await storage.virtualNumbers.rent(rental(await inStock(storage, each), accountId), author);
    }
    const short = { kind: 'short', accountId, operatorId: null } as const;
    const abilities = { takesSms: true, takesCalls: true, createdAtMs: atMs };
    await storage.numbers.createNumber({ digits: '36180', ...short, ...abilities });
    assert.equal(await storage.virtualNumbers.findVirtualNumber(phone('36180')), undefined);
    const query = { of: { accountId }, limit: 2, nowMs: atMs };
    const list = async (afterPhone: string) =>
      (await storage.virtualNumbers.listVirtualNumbers({ ...query, afterPhone })).map(
        (number) => number.phone,
      );
    assert.deepEqual(await list(''), ['33755000001', '33755000002']);
    assert.deepEqual(await list('33755000002'), ['33755000003']);
    assert.equal(await storage.virtualNumbers.setLabel((await found(storage)).id, 99, 'x'), false);
  });

  test('ranges that fraud calls are listed from the start, named once each, and taken off', async () => {
    await using storage = await open();
    const { calls: store } = storage;
    const shipped = await store.listRiskyRanges();
    assert.ok(shipped.some(({ prefix }) => prefix === '247'));
    const range = { prefix: '8', reason: 'seen in March', listedAtMs: atMs };
    const max = shipped.length + 1;
    assert.equal(await store.saveRiskyRange(range, author, max), true);
    assert.equal(await store.saveRiskyRange({ ...range, prefix: '9' }, author, max), false);
    const later = { ...range, reason: 'seen in May', listedAtMs: atMs + 1 };
    assert.equal(await store.saveRiskyRange(later, author, max), true);
    const listed = (await store.listRiskyRanges()).filter(({ prefix }) => prefix === '8');
    assert.deepEqual(plain(listed), [{ ...range, reason: 'seen in May' }]);
    assert.equal(await store.removeRiskyRange('8', author), true);
    assert.equal(await store.removeRiskyRange('8', author), false);
    assert.deepEqual(await store.listRiskyRanges(), shipped);
  });

  test('where an account may call is replaced as a whole', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    const { calls: store } = storage;
    assert.deepEqual(await store.listCallCountries(id), []);
    await store.setCallCountries(id, ['FR', 'BE'], author);
    assert.deepEqual(await store.listCallCountries(id), ['BE', 'FR']);
    await store.setCallCountries(id, [], author);
    assert.deepEqual(await store.listCallCountries(id), []);
  });
}
