import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { deleteRows, insertRows } from './many-rows.ts';

function openTable(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, kind TEXT NOT NULL)');
  return db;
}

const insert = { head: 'INSERT INTO word (id, text, kind)', row: "(?, ?, 'new')" };

function wordsOf(db: DatabaseSync): readonly unknown[] {
  return db
    .prepare('SELECT id || text || kind AS word FROM word ORDER BY id')
    .all()
    .map(({ word }) => word);
}

function rowsOf(count: number): readonly (readonly [number, string])[] {
  return Array.from({ length: count }, (_, at) => [at + 1, `w${at}`] as const);
}

suite('statements for many rows', () => {
  for (const count of [0, 1, 7, 8, 9, 16, 27]) {
    test(`insert ${count} rows, each once and whole`, () => {
      using db = openTable();
      insertRows(db, insert)(rowsOf(count));
      assert.deepEqual(
        wordsOf(db),
        rowsOf(count).map(([id, text]) => `${id}${text}new`),
      );
    });
  }

  test('pass over rows that are there, where their tail says so', () => {
    using db = openTable();
    insertRows(db, insert)([[3, 'first']]);
    insertRows(db, { ...insert, tail: 'ON CONFLICT (id) DO NOTHING' })(rowsOf(10));
    assert.equal(wordsOf(db)[2], '3firstnew');
    assert.equal(wordsOf(db).length, 10);
  });

  test('say that a row is there already', () => {
    using db = openTable();
    const put = insertRows(db, insert);
    put(rowsOf(9));
    assert.throws(() => put(rowsOf(8)), { code: 'ERR_SQLITE_ERROR' });
  });

  for (const count of [0, 1, 8, 11]) {
    test(`delete ${count} rows and no others, also where some are gone`, () => {
      using db = openTable();
      insertRows(db, insert)(rowsOf(12));
      db.exec('DELETE FROM word WHERE id = 2');
      deleteRows(db, 'word')(rowsOf(count).map(([id]) => id));
      const left = rowsOf(12).filter(([id]) => id > count && id !== 2);
      assert.deepEqual(
        wordsOf(db),
        left.map(([id, text]) => `${id}${text}new`),
      );
    });
  }
});
