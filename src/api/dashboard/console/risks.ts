/** Ranges that fraud calls: read, closed and opened again. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import { mainCountryOf, planOfNumber } from '#core/numbering-plan.ts';
import { riskyRangesMax } from '#numbers/calls/call-destinations.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

export function riskHandlers({ callCountries, clock }: ConsolePorts): readonly Handler[] {
  return [
    handle(definitions.listRiskyRanges, async () => {
      const ranges = await callCountries.listRiskyRanges();
      return give({
        ranges: ranges.map((range) => ({ ...range, country: countryOf(range.prefix) })),
        max: riskyRangesMax,
      });
    }),
    handle(definitions.saveRiskyRange, async (call) => {
      const { prefix } = call.params;
      const range = { prefix, reason: call.body.reason, listedAtMs: clock.nowMs() };
      const author = authorOf(call, clock);
      if (await callCountries.saveRiskyRange(range, author, riskyRangesMax)) return give(undefined);
      const details = { reason: `there are ${riskyRangesMax} ranges already` };
      return refuse('field has a wrong value', { field: 'prefix', details });
    }),
    handle(definitions.removeRiskyRange, async (call) => {
      const author = authorOf(call, clock);
      const isRemoved = await callCountries.removeRiskyRange(call.params.prefix, author);
      return isRemoved ? give(undefined) : refuse('nothing is there');
    }),
  ];
}

function countryOf(prefix: string): string | null {
  const plan = planOfNumber(prefix);
  return (plan && mainCountryOf(plan.callingCode)) ?? null;
}
