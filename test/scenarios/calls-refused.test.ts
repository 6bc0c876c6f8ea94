/** What becomes of a call that its target refuses: each final answer reaches the caller, and has words of its own. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { number } from '#test/harness/call-world.ts';
import { openCallingApp } from '#test/harness/calling-program.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { pause } from '#test/harness/pause.ts';
import { dial, openPhone } from '#test/harness/sip-phones.ts';
import { callAdviceTexts, causeTexts } from '../../dashboard/texts/calls.ts';

/** Of the target; a carrier that will not do it (403, 5xx) has the next one tried, and 503 when none is left. */
const refusals = [
  [404, 404, 'nonexistent'],
  [410, 410, 'nonexistent'],
  [484, 484, 'nonexistent'],
  [604, 604, 'nonexistent'],
  [480, 480, 'no_answer'],
  [486, 486, 'busy'],
  [600, 600, 'busy'],
  [603, 603, 'declined'],
  [607, 607, 'declined'],
  [488, 488, 'not_acceptable'],
  [606, 606, 'not_acceptable'],
  [608, 608, 'rejected'],
  [403, 503, 'trunk_failed'],
  [500, 503, 'trunk_failed'],
] as const;

suite('a call that its target refuses', { timeout: 60_000 }, () => {
  test('hears the same answer, and its record has words for it', async () => {
    await using caller = await openPhone();
    await using callee = await openPhone();
    await using app = await openCallingApp({ calleePort: callee.hop.port });
    const commands = new CommandLine(app.opened.folder);
    const hop = { transport: 'udp', address: '127.0.0.1', port: app.port } as const;
    for (const [place, [said, heard, cause]] of refusals.entries()) {
      callee.told.take = (incoming) => incoming.refuse(said);
      dial(caller, hop, { uri: `sip:+${number}@127.0.0.1` });
      const failure = await caller.told.failed.next();
      assert.ok(failure.kind === 'refused', `${said}: ${failure.kind}`);
      assert.equal(failure.status, heard, `${said}`);
      const last = async () => {
        const [call] = await app.storage.calls.listCalls({ beforeId: 1e9, limit: place + 1 });
        return call?.endedAtMs === null ? undefined : call;
      };
      let call = await last();
      for (; call === undefined; call = await last()) await pause(10);
      assert.deepEqual([call.cause, call.sipStatus], [cause, heard], `${said}`);
      assert.match((await commands.type('call', 'all')).out, new RegExp(`${cause} +${heard}`));
    }
  });

  test('has for each cause a text and an advice in both languages', () => {
    for (const [, , cause] of refusals) {
      for (const texts of [causeTexts.en, causeTexts.fr, callAdviceTexts.en, callAdviceTexts.fr]) {
        assert.notEqual(texts[cause], '');
      }
    }
    const told = new Set(refusals.map(([, , cause]) => causeTexts.en[cause]));
    assert.equal(told.size, new Set(refusals.map(([, , cause]) => cause)).size);
  });
});
