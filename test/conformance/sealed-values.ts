/** What is stored sealed, as another key takes the place of the one it was sealed with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SealedColumn, sealedColumns } from '#core/sealed-values.ts';
import type { Storage } from '#storage/storage.ts';
import { fillSealed } from '#test/harness/sealed-rows.ts';

const columns = Object.keys(sealedColumns) as SealedColumn[];

export function sealedValues(open: () => Promise<Storage>): void {
  test('every column gives what is sealed in it and nothing else, page by page', async () => {
    await using storage = await open();
    await fillSealed(storage, { seal: (text) => `sealed ${text}` });
    for (const column of columns) {
      const [first, second, third] = await pages(storage, column);
      assert.match(first?.text ?? '', /sealed secret of/, column);
      const { owner } = sealedColumns[column];
      for (const name of owner) assert.notEqual(first?.owner[name], undefined, `${column} ${name}`);
      // Of settings there are two.
      assert.equal(second !== undefined, column === 'setting.value', column);
      assert.equal(third, undefined);
    }
  });

  test('a value is replaced where nobody has changed it meanwhile, and processes hear of it', async () => {
    await using storage = await open();
    await fillSealed(storage, { seal: (text) => `sealed ${text}` });
    const version = await storage.settings.settingsVersion();
    for (const column of columns) {
      const [row] = await pages(storage, column);
      assert.ok(row);
      const { key, text: from } = row;
      await storage.settings.replaceSealed(column, [{ key, from: 'something else', to: 'lost' }]);
      assert.equal((await pages(storage, column))[0]?.text, from);
      await storage.settings.replaceSealed(column, [{ key, from, to: `${from} ` }]);
      assert.equal((await pages(storage, column))[0]?.text, `${from} `);
    }
    assert.ok((await storage.settings.settingsVersion()) > version);
  });
}

/** A row a page. */
async function pages(storage: Storage, column: SealedColumn) {
  const rows = [];
  for (let after: number | string | undefined; ; ) {
    const [row, more] = await storage.settings.listSealed(column, after, 1);
    assert.equal(more, undefined);
    if (row === undefined) return rows;
    rows.push(row);
    after = row.key;
  }
}
