/** An account as its people see it, shown for a while to those who run the installation. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');

export function accountViewHandlers({ views }: ConsolePorts): readonly Handler[] {
  return [
    handle(
      definitions.viewAccount,
      async ({ who, params: { id: accountId }, body: { reason } }) => {
        const view = await views.begin(who, { accountId, reason });
        return view === undefined ? nothingThere : give({ endsAtMs: view.endsAtMs });
      },
    ),
    handle(definitions.endView, async ({ who }) =>
      (await views.end(who)) ? give(undefined) : nothingThere,
    ),
  ];
}
