/** `network import`: which network numbers belong to, where routes ask for it. */
import { z } from 'zod';
import { prefixInput } from '#core/common-inputs.ts';
import { findTwice } from '#core/csv-table.ts';
import { textOf } from '#core/input-form.ts';
import { operation, refuse } from '#core/operation.ts';
import { tableInput } from '#core/table-input.ts';
import { importMax, type RouteStore } from '#sms/routing/route-store.ts';
import { networkKind } from './route-view.ts';
import { routeForms } from './words.ts';

const row = { prefix: prefixInput, network: textOf(networkKind, routeForms.network) };

export const importNetworks = operation({
  name: 'network import',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: [],
  positional: ['table'],
  input: z.strictObject({ table: tableInput(row, importMax) }),
  output: z.object({ prefixes: z.int() }),
  refusals: ['prefix stands there twice'],
  async run(
    { routes }: { readonly routes: Pick<RouteStore, 'replaceNetworks'> },
    { table },
    author,
  ) {
    const twice = findTwice(table, ({ prefix }) => prefix)?.prefix;
    if (twice !== undefined) {
      return refuse('prefix stands there twice', { field: 'table', params: { prefix: twice } });
    }
    await routes.replaceNetworks(table, author);
    return { prefixes: table.length };
  },
});
