/** The ledger: in the order of time, debits and refunds as they are stored, and a sum that is the balance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BusyWorld, Row } from '#test/harness/busy/world.ts';
import { figureIn, rowsOf } from '#test/harness/shown-page.ts';

type Line = {
  readonly atMs: number;
  readonly what: string;
  readonly amount: number;
  readonly balance: number;
};

const hourMs = 3_600_000;
const millionths = (text: string): number => Math.round(figureIn(text) * 1_000_000);

async function readLedger(page: Page, purse: string): Promise<readonly Line[]> {
  await page.addInitScript(`localStorage.setItem('parley.mode', '${purse}')`);
  await page.goto('/1/balance');
  const rows = await rowsOf(page, 'Ledger');
  const times = page.getByRole('table', { name: 'Ledger' }).locator('tbody time');
  const lines: Line[] = [];
  for (const [at, [, what = '', , amount = '', balance = '']] of rows.entries()) {
    const atMs = Date.parse((await times.nth(at).getAttribute('datetime')) ?? '');
    lines.push({ atMs, what, amount: millionths(amount), balance: millionths(balance) });
  }
  return lines;
}

/** What was spent in each hour and what was given back in it, each product apart, and all other movements. */
function storedLines({ rows }: BusyWorld, purse: string): readonly string[] {
  const spent = rows(
    `SELECT product AS kind, -cost AS amount, parts AS count FROM spent_hour
      WHERE account_id = 1 AND purse = ? AND cost > 0`,
    purse,
  );
  const back = rows(
    `SELECT kind, sum(amount) AS amount, count(*) AS count FROM movement
      WHERE account_id = 1 AND purse = ? AND kind LIKE '%refund' GROUP BY kind, at / ${hourMs}`,
    purse,
  );
  const others = rows(
    `SELECT kind, amount, 0 AS count FROM movement
      WHERE account_id = 1 AND purse = ? AND kind NOT LIKE '%refund' AND kind <> 'email'`,
    purse,
  );
  return [...spent, ...back, ...others].map(nameLine).toSorted();
}

const names: Readonly<Record<string, string>> = {
  sms: 'SMS of the hour',
  email: 'Emails of the hour',
  refund: 'Refunds of SMS in the hour',
  'email refund': 'Refunds of emails in the hour',
  'top-up': 'Top-up',
};

function nameLine({ kind, amount, count }: Row): string {
  return `${names[String(kind)] ?? kind} ${count} ${amount}`;
}

function nameShown({ what, amount }: Line): string {
  const [name = '', count = '0'] = what.split(' (');
  return `${name} ${figureIn(count)} ${amount}`;
}

export function testLedger(busy: () => BusyWorld): void {
  for (const purse of ['live', 'test'] as const) {
    test(`the ledger of ${purse} money has every debit and refund, and adds up to the balance`, async () => {
      const made = busy();
      const { world, rows } = made;
      await using watched = await world.open();
      const lines = await readLedger(watched.page, purse);
      assert.deepEqual(lines.map(nameShown).toSorted(), storedLines(made, purse));
      const [account] = rows('SELECT * FROM account WHERE id = 1');
      const balance = account?.[purse === 'live' ? 'balance' : 'test_balance'];
      assert.equal(
        lines.reduce((sum, { amount }) => sum + amount, 0),
        balance,
      );
      assert.equal(lines[0]?.balance, balance);
      for (const [at, line] of lines.entries()) {
        assert.equal(line.balance, (lines[at + 1]?.balance ?? 0) + line.amount, line.what);
      }
      await watched.takePicture(`truth-ledger-${purse}.light.1280.en`);
      watched.assertQuiet();
    });

    test(`the ledger of ${purse} money goes by time, and begins with the account`, async () => {
      const made = busy();
      await using watched = await made.world.open();
      const times = (await readLedger(watched.page, purse)).map(({ atMs }) => atMs);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      // Pages tell whole seconds.
      const createdAtMs = made.figure('SELECT created_at / 1000 * 1000 FROM account WHERE id = 1');
      assert.deepEqual(
        times.filter((atMs) => atMs < createdAtMs || atMs > Date.now()),
        [],
      );
    });
  }
}
