/** What was answered for survives `kill -9` under load. `npm run test:crash` does the same for longer. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { type Evidence, judge } from '../../bench/crash/claims.ts';
import { runCrashes } from '../../bench/crash/crash-run.ts';
import { Ledger } from '../../bench/crash/ledger.ts';

const phone = '37060000001';

test('three kills under load lose no message, no receipt and no money', async (context) => {
  using folder = temporaryFolder();
  const { claims } = await runCrashes({
    folder: folder.path,
    kills: 3,
    connections: 16,
    binds: 2,
    window: 50,
    lifeMsMax: 400,
    refusesEvery: 0,
    random: Math.random,
    tell: (sentence) => context.diagnostic(sentence),
  });
  for (const { holds, sentence } of claims) assert.ok(holds, sentence);
});

suite('the claims see', () => {
  const faults: Readonly<Record<string, (evidence: Evidence) => Partial<Evidence>>> = {
    'a message that was answered 200 and never submitted': ({ ledger }) => {
      ledger.accept('37060000002', 2);
      return {};
    },
    'a message that was refused': ({ ledger }) => {
      ledger.refuse('37060000002', 500);
      return {};
    },
    'a receipt that was taken and never told': ({ ledger }) => {
      ledger.webhooks.delete(phone);
      return {};
    },
    'a webhook about another message': ({ ledger }) => {
      ledger.hear(phone, { messageId: 2, status: 'delivered' });
      return {};
    },
    'a webhook that says the wrong thing': ({ ledger }) => {
      ledger.hear(phone, { messageId: 1, status: 'waiting' });
      return {};
    },
    'a balance that does not add up': ({ money }) => ({ money: { ...money, adds: false } }),
    'a message that was paid twice': ({ money }) => ({ money: { ...money, costs: '0.076' } }),
    'a message that was sent again without a crash': ({ ledger }) => {
      ledger.submit(phone, '2');
      return {};
    },
  };

  test('nothing where all went well', async () => {
    await using world = openWorld();
    assert.deepEqual(broken(world.evidence), []);
  });

  for (const [fault, commit] of Object.entries(faults)) {
    test(fault, async () => {
      await using world = openWorld();
      const changed = commit(world.evidence);
      assert.equal(broken({ ...world.evidence, ...changed }).length, 1);
    });
  }
});

function broken(evidence: Evidence): string[] {
  return judge(evidence).flatMap(({ holds, sentence }) => (holds ? [] : [sentence]));
}

/** One message that went its whole way. */
function openWorld(): AsyncDisposable & { readonly evidence: Evidence } {
  const folder = temporaryFolder();
  const ledger = new Ledger(path.join(folder.path, 'ledger.ndjson'));
  ledger.accept(phone, 1);
  ledger.submit(phone, '1');
  ledger.answerReceipt(phone, '1');
  ledger.hear(phone, { messageId: 1, status: 'delivered' });
  const money = { adds: true, balance: '9.962', movements: '10', costs: '0.038' };
  return {
    evidence: { ledger, money, price: 38_000, binds: 1, window: 10 },
    async [Symbol.asyncDispose]() {
      await ledger[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
