/** Ranges of high-risk numbers, which fraud calls: read, closed to all calls, and opened again. */

import { z } from 'zod';
import { textOf } from '#core/input-form.ts';
import { mainCountryOf, planOfNumber } from '#core/numbering-plan.ts';
import { operation, refuse } from '#core/operation.ts';
import { riskyRangesMax } from '#numbers/calls/call-destinations.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import { riskForms } from './words.ts';

type RiskPorts = {
  readonly calls: Pick<CallStore, 'listRiskyRanges' | 'saveRiskyRange' | 'removeRiskyRange'>;
};

const prefixInput = textOf(
  { read: (text) => (/^\+?[1-9]\d{0,14}$/.test(text) ? text.replace('+', '') : undefined) },
  riskForms.prefix,
);

const reasonInput = textOf(
  { read: (text) => (text.trim() !== '' && text.length <= 200 ? text.trim() : undefined) },
  riskForms.reason,
);

const rangeView = z.object({
  prefix: z.string(),
  /** ISO 3166: the country that their calling code is known for; null: there is none. */
  country: z.string().nullable(),
  /** As an administrator wrote it; null: it is on the list that the program came with. */
  reason: z.string().nullable(),
  listedAt: z.iso.datetime(),
});

export const listRisks = operation({
  name: 'risk list',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ ranges: z.array(rangeView) }),
  run: async ({ calls }: RiskPorts) => ({
    ranges: (await calls.listRiskyRanges()).map(({ prefix, reason, listedAtMs }) => ({
      prefix,
      country: countryOf(prefix),
      reason: reason || null,
      listedAt: new Date(listedAtMs).toISOString(),
    })),
  }),
});

export const addRisk = operation({
  name: 'risk add',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['risk list'],
  positional: ['prefix'],
  input: z.strictObject({ prefix: prefixInput, reason: reasonInput }),
  output: z.object({ prefix: z.string(), reason: z.string() }),
  refusals: ['list of ranges is full'],
  async run({ calls }: RiskPorts, { prefix, reason }, author) {
    const range = { prefix, reason, listedAtMs: author.atMs };
    return (await calls.saveRiskyRange(range, author, riskyRangesMax))
      ? { prefix, reason }
      : refuse('list of ranges is full', { field: 'prefix', params: { max: riskyRangesMax } });
  },
});

export const removeRisk = operation({
  name: 'risk remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['risk list'],
  positional: ['prefix'],
  input: z.strictObject({ prefix: prefixInput }),
  output: z.object({ removed: z.string() }),
  refusals: ['range is unknown'],
  run: async ({ calls }: RiskPorts, { prefix }, author) =>
    (await calls.removeRiskyRange(prefix, author))
      ? { removed: prefix }
      : refuse('range is unknown', { field: 'prefix', params: { prefix } }),
});

function countryOf(prefix: string): string | null {
  const plan = planOfNumber(prefix);
  return (plan && mainCountryOf(plan.callingCode)) ?? null;
}
