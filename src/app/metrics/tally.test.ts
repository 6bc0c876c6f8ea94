import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeMeters } from './meters.ts';
import { tallyInto } from './tally.ts';

/** The samples of our metrics that have been counted. */
async function counted(count: (tally: ReturnType<typeof tallyInto>) => void) {
  const meters = makeMeters();
  count(tallyInto(meters, new Map()));
  const lines = (await meters.registry.metrics()).split('\n');
  return lines.filter((line) => /^parley_\w+\{.* [1-9]/.test(line) && !/_bucket|_sum/.test(line));
}

const reconnects = (reason: string): string =>
  `parley_smpp_reconnects_total{operator="acme",reason="${reason}"}`;

suite('what is counted of operators', () => {
  test('answers have the names of the standard, and vendors’ own share one', async () => {
    const answer = { operator: 'acme', class: 'again', tookMs: 20 } as const;
    const lines = await counted((tally) => {
      tally.submitAnswered({ ...answer, status: 0, class: 'taken' });
      tally.submitAnswered({ ...answer, status: 0x58, class: 'slow-down' });
      for (const status of [0x451, 0x452]) tally.submitAnswered({ ...answer, status });
    });
    assert.deepEqual(lines, [
      'parley_smpp_submit_answers_total{operator="acme",status="ESME_ROK",class="taken"} 1',
      'parley_smpp_submit_answers_total{operator="acme",status="ESME_RTHROTTLED",class="slow_down"} 1',
      'parley_smpp_submit_answers_total{operator="acme",status="vendor",class="again"} 2',
      'parley_smpp_response_seconds_count{operator="acme"} 4',
    ]);
  });

  test('a refused password stands apart from other reasons to connect anew', async () => {
    const lines = await counted((tally) => {
      for (const refusedWith of [0x0e, 0x0f, 0x0d])
        tally.linkLost('acme', { reason: 'bind refused', refusedWith });
      tally.linkLost('acme', { reason: 'enquire_link unanswered' });
    });
    assert.deepEqual(lines, [
      `${reconnects('password_refused')} 2`,
      `${reconnects('bind_refused')} 1`,
      `${reconnects('enquire_link_unanswered')} 1`,
    ]);
  });

  test('connections that the guard refuses are counted by what their addresses are', async () => {
    const lines = await counted((tally) => tally.guardRefused('a cloud’s metadata address'));
    assert.deepEqual(lines, ['parley_guard_refusals_total{reason="cloud_s_metadata_address"} 1']);
  });
});
