/** An installation from before there were people: administrators alone, and their accounts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Storage } from '#storage/storage.ts';

/** The last migration without people. */
const lastBefore = 40;

/** What a database of then was made by, with its rows: one statement after the other. */
export function statementsBeforePeople(backend: 'sqlite' | 'postgres'): readonly string[] {
  const root = path.join(import.meta.dirname, '..', '..', 'src', 'storage');
  const folder = path.join(root, backend, 'migrations');
  const files = readdirSync(folder).toSorted().slice(0, lastBefore);
  const version =
    backend === 'sqlite'
      ? `PRAGMA user_version = ${lastBefore}`
      : `UPDATE schema_version SET version = ${lastBefore}`;
  return [...files.map((file) => readFileSync(path.join(folder, file), 'utf8')), rows, version];
}

/** Two accounts that stand alone, one under the first, one that was removed. */
const rows = `
  INSERT INTO account (id, name, email, currency, home_country, state, balance, test_balance,
      created_at, parent_id, removed_at)
    VALUES (1, 'Acme', '', 'EUR', 'FR', 'active', 0, 0, 1, NULL, NULL),
      (2, 'Other', '', 'EUR', 'FR', 'active', 0, 0, 1, NULL, NULL),
      (3, 'Branch', '', 'EUR', 'FR', 'active', 0, 0, 1, 1, NULL),
      (4, 'Gone', '', 'EUR', 'FR', 'active', 0, 0, 1, NULL, 2);
  INSERT INTO administrator (email, password_hash, created_at)
    VALUES ('Ada@Example.com', 'hash of ada', 5), ('bob@example.com', 'hash of bob', 6)`;

/** They run the installation still, and own what stands on its own. */
export async function assertAdministratorsStay({ members, people }: Storage): Promise<void> {
  const users = await members.listUsers();
  assert.deepEqual(
    users.map(({ email, isAdministrator, state, createdAtMs }) => [
      email,
      isAdministrator,
      state,
      createdAtMs,
    ]),
    [
      ['ada@example.com', true, 'active', 5],
      ['bob@example.com', true, 'active', 6],
    ],
  );
  const found = await people.findUserByEmail('ada@example.com');
  assert.equal(found?.passwordHash, 'hash of ada');
  for (const { id } of users) {
    const accounts = await people.accountsOf(id);
    assert.deepEqual(
      accounts.map(({ id: account, role }) => [account, role]),
      [
        [1, 'owner'],
        [2, 'owner'],
      ],
    );
    assert.equal(await people.roleIn(id, 3), 'billing');
    assert.equal(await people.roleIn(id, 4), undefined);
  }
}
