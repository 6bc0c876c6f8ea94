/** The gate of all doors: who may, and in which account. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { operation, refuse } from './operation.ts';
import { roles } from './permissions.ts';
import { type Caller, commandCaller, runOperation } from './run-operation.ts';

const addThing = operation({
  name: 'thing add',
  does: 'writes',
  needs: 'manage keys',
  input: z.strictObject({ thing: z.int() }),
  output: z.object({ told: z.string() }),
  refusals: ['thing is unknown'],
  run: async (_ports: object, { thing }, { accountId, role }) => ({
    told: `${thing} of ${accountId} by ${role}`,
  }),
});

const showThing = operation({
  ...addThing,
  accountOf: async (_ports, { thing }) => (thing === 1 ? 7 : refuse('thing is unknown')),
});

const clock = { nowMs: () => 5 };
const command = (accountId?: number): Caller => commandCaller(clock, accountId);
const accounts = { findAccount: async (id: number) => (id === 7 ? {} : undefined) };
const run = (caller: Caller, thing = 1) =>
  runOperation(showThing, { accounts }, { input: { thing }, caller });

suite('an operation of an account', () => {
  test('lets in the roles that have its permission, and no administrator without one', async () => {
    for (const role of [...roles, undefined]) {
      const outcome = await run({ ...command(7), role });
      const mayRun = role === 'owner' || role === 'developer';
      assert.equal(outcome.ok, mayRun, String(role));
      if (outcome.ok) assert.deepEqual(outcome.value, { told: `1 of 7 by ${role}` });
      else assert.equal(outcome.refusals[0].code, 'role does not allow it');
    }
  });

  test('is in the account of the thing that a command names', async () => {
    assert.deepEqual(await run(command()), { ok: true, value: { told: '1 of 7 by owner' } });
    const unknown = await run(command(), 2);
    assert.equal(unknown.ok || unknown.refusals[0].code, 'thing is unknown');
  });

  test('is not run in an account that is not there, or that nothing names', async () => {
    const elsewhere = await run(command(8));
    assert.equal(elsewhere.ok || elsewhere.refusals[0].code, 'account is not there');
    const asked = { input: { thing: 1 }, caller: command() };
    const nowhere = await runOperation(addThing, { accounts }, asked);
    assert.equal(nowhere.ok || nowhere.refusals[0].code, 'account is not named');
  });
});
