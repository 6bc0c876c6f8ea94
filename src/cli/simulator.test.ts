import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calledPhones } from '#simulator/phones/called-phones.ts';
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import { openCommandLine } from '#test/harness/command-line.ts';

test('every simulated number is listed with what happens', async () => {
  await using cli = await openCommandLine();
  const { out } = await cli.type('simulator', 'numbers');
  const { numbers, called } = await cli.read('simulator', 'numbers');
  assert.equal((numbers as unknown[]).length, simulatedNumbers.length);
  assert.equal((called as unknown[]).length, calledPhones.length);
  for (const { number, description } of [...simulatedNumbers, ...calledPhones]) {
    assert.ok(out.includes(`${number.padEnd('number'.length)}  ${description}\n`), number);
  }
});
