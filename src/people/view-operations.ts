/** `view begin`, `end`: an account as its people see it, shown on pages for a while to those who run the installation. */
import { z } from 'zod';
import { must } from '#core/assert.ts';
import { accountInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, refuse } from '#core/operation.ts';
import type { People } from './people.ts';

type ViewPorts = { readonly signIns: Pick<People, 'views'> };

export const beginView = operation({
  name: 'view begin',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  input: z.strictObject({ account: accountInput, reason: z.string().trim().min(5).max(200) }),
  output: z.object({ until: z.iso.datetime() }),
  refusals: ['nothing is there'],
  async run({ signIns }: ViewPorts, { account: accountId, reason }, { who }) {
    const view = await signIns.views.begin(must(who, 'session'), { accountId, reason });
    return view === undefined ? refuse('nothing is there') : { until: instantText(view.endsAtMs) };
  },
});

export const endView = operation({
  name: 'view end',
  does: 'writes',
  needs: 'administrator',
  output: z.object({}),
  refusals: ['nothing is there'],
  run: async ({ signIns }: ViewPorts, _, { who }) =>
    (await signIns.views.end(must(who, 'session'))) ? {} : refuse('nothing is there'),
});
