/** `operator try`: one bind before anything is stored. */
import { z } from 'zod';
import { operation } from '#core/operation.ts';
import type { BindTrial, TriedLink } from '#sms/links/try-bind.ts';
import { bindMode, linkShape, operatorPassword } from './operator-settings.ts';

type TrialPorts = { readonly tryBind: (link: TriedLink) => Promise<BindTrial> };

export const tryOperator = operation({
  name: 'operator try',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: [],
  input: z.strictObject({
    ...linkShape,
    password: operatorPassword,
    tls: z.boolean().default(false),
    bind: bindMode.default('trx'),
  }),
  output: z.object({
    isBound: z.boolean(),
    /** What it calls itself. */
    peer: z.string(),
    why: z.string(),
    durationMs: z.int(),
  }),
  run: ({ tryBind }: TrialPorts, link) => tryBind(link),
});
