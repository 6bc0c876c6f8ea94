/** Opt-outs as commands show them to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import type { addStops, listStops } from '#sms/stops/stop-operations.ts';

type Stops = z.output<(typeof listStops)['output']>;
type Added = z.output<(typeof addStops)['output']>;

export const stopTexts = {
  'stop list': ({ stops, all }: Stops) => {
    const rows = stops.map(({ id, phone, source, createdAt }) => [
      String(id),
      phone,
      source,
      createdAt,
    ]);
    return `${table(['id', 'phone', 'by', 'since'], rows)}${all} on the list.\n`;
  },
  'stop add': ({ added, standing, wrong }: Added) =>
    `${added} on the list now, ${standing} on the list already.\n${wrong
      .map((text) => `${text} is not a possible phone number.\n`)
      .join('')}`,
  'stop remove': ({ removed }: { readonly removed: string }) => `${removed} is off the list.\n`,
};
