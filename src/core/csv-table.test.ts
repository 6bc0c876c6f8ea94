import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseTable } from './csv-table.ts';
import { line, type ValueKind, wholeNumber } from './value-kind.ts';

function column<Value>({ form, read: readCell }: ValueKind<Value>) {
  return { form: { en: form, fr: form }, read: readCell };
}

const columns = { name: column(line(100)), count: { ...column(wholeNumber(0, 99)), otherwise: 1 } };

function read(text: string, rowsMax = 100) {
  return parseTable(text, columns, rowsMax);
}

function problem(text: string, rowsMax?: number): string {
  const reading = read(text, rowsMax);
  return reading.ok ? '' : reading.problem.en;
}

suite('a table', () => {
  test('is read by its headings, in any order, with what may be left out', () => {
    const rows = [
      { name: 'a', count: 2 },
      { name: 'b', count: 1 },
    ];
    assert.deepEqual(read('name,count\na,2\nb,\n'), { ok: true, rows });
    assert.deepEqual(read('count;name\r\n2;a\r\n;b\r\n'), { ok: true, rows });
    assert.deepEqual(read('\uFEFFname\na\n\nb'), {
      ok: true,
      rows: rows.map((row) => ({ ...row, count: 1 })),
    });
  });

  test('may have commas, quotes and semicolons in quoted cells', () => {
    const text = 'name,count\n"a, ""b""; c",3\n';
    assert.deepEqual(read(text), { ok: true, rows: [{ name: 'a, "b"; c', count: 3 }] });
  });

  test('with lines that do not read is refused whole, each line named', () => {
    const told = [
      'Nothing is taken of the file:',
      'line 2: count must be a whole number from 0 to 99',
      'line 3: name must be one line of 1 to 100 characters',
      'line 5: 3 cells under 2 headings',
    ];
    assert.equal(problem('name,count\na,100\n,1\nb,2\nc,1,9\n'), told.join('\n'));
  });

  test('counts the lines of quoted cells, so that the numbers are those of an editor', () => {
    const told = problem('count,name\n1,"a\nb"\n100,c\n');
    assert.match(told, /line 2: name must be/);
    assert.match(told, /line 4: count must be/);
  });

  test('needs its columns, knows no others, and has an end', () => {
    assert.equal(problem(''), 'The file is empty');
    assert.equal(problem('count\n1'), 'line 1: column "name" is missing');
    assert.match(problem('name,cuont\na,1'), /no column "cuont"; the nearest is "count"/);
    assert.match(problem('name,name\na,1'), /stands there twice/);
    assert.match(problem('name\na\nb', 1), /has 2 rows; 1 are taken/);
    const many = `name,count\n${'a,x\n'.repeat(50)}`;
    assert.match(problem(many), /line 21: [^\n]+\nand 30 more$/);
  });

  test('of random text reads or is refused, and never hangs', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('name', 'count', ',', ';', '"', '\r', '\n', ' ', '1') }),
        (text) => {
          assert.equal(typeof read(text).ok, 'boolean');
        },
      ),
    );
  });
});
