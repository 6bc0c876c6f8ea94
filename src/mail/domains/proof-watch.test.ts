import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import type { DnsAnswer } from '#core/dns.ts';
import { parseDomainName } from '#core/email-address.ts';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { keyRecordText, type MailDomain } from './mail-domain.ts';
import { checkProofs } from './proof-watch.ts';

const name = must(parseDomainName('example.com'), 'domain');
const dayMs = 86_400_000;
const key = {
  selector: 's1',
  kind: 'rsa',
  role: 'current',
  publicKey: 'P',
  sealed: '',
  retiredAtMs: null,
} as const;

function openWorld() {
  const clock = new HeldClock();
  let domain: MailDomain = {
    id: 1,
    accountId: 1,
    name,
    keys: [key],
    rotation: 0,
    createdAtMs: clock.nowMs(),
    verifiedAtMs: clock.nowMs(),
    returnPathAtMs: null,
    proofCheckedAtMs: clock.nowMs(),
    proofMissingAtMs: null,
    staysHere: false,
  };
  let answer: DnsAnswer<readonly string[]> = { found: 'records', records: [[keyRecordText(key)]] };
  let asked = 0;
  const store = {
    listDomains: async () => [domain],
    noteProof: async (_id: number, isMissing: boolean, atMs: number) => {
      const proofMissingAtMs = isMissing ? (domain.proofMissingAtMs ?? atMs) : null;
      domain = { ...domain, proofCheckedAtMs: atMs, proofMissingAtMs };
    },
    loseProof: async () => {
      domain = { ...domain, verifiedAtMs: null };
      return true;
    },
  };
  const findTxt = async () => {
    asked += 1;
    return answer;
  };
  return {
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    asked: () => asked,
    domain: () => domain,
    /** After so many days, one look a day. */
    async pass(days: number) {
      for (let day = 0; day < days; day += 1) {
        clock.advance(dayMs);
        const ports = { store, dns: { findTxt }, clock, log: openLog('silent') };
        await checkProofs(ports);
      }
    },
  };
}

suite('the watch of domain proofs', () => {
  test('a domain keeps its proof while its key stands in the DNS, and is looked at once a day', async () => {
    const world = openWorld();
    await world.pass(5);
    assert.notEqual(world.domain().verifiedAtMs, null);
    assert.equal(world.domain().proofMissingAtMs, null);
    assert.equal(world.asked(), 5);
  });

  test('it loses it after three days without, and not before', async () => {
    const world = openWorld();
    world.answerWith({ found: 'no name' });
    await world.pass(3);
    assert.notEqual(world.domain().verifiedAtMs, null);
    await world.pass(1);
    assert.equal(world.domain().verifiedAtMs, null);
    assert.notEqual(world.domain().proofMissingAtMs, null);
  });

  test('a DNS that fails takes nothing away, and a key that comes back begins anew', async () => {
    const world = openWorld();
    world.answerWith({ found: 'unknown', why: { en: 'SERVFAIL', fr: 'SERVFAIL' } });
    await world.pass(10);
    assert.notEqual(world.domain().verifiedAtMs, null);
    world.answerWith({ found: 'no name' });
    await world.pass(2);
    world.answerWith({ found: 'records', records: [[keyRecordText(key)]] });
    await world.pass(1);
    assert.equal(world.domain().proofMissingAtMs, null);
    world.answerWith({ found: 'no name' });
    await world.pass(3);
    assert.notEqual(world.domain().verifiedAtMs, null);
  });
});
