/** `operator add`: an SMSC to bind to. */
import { z } from 'zod';
import { operation, refuse } from '#core/operation.ts';
import type { Sealer } from '#core/sealed.ts';
import { operatorPasswordPlace } from '#sms/operator.ts';
import {
  conflicts,
  defaultedShape,
  linkShape,
  operatorName,
  operatorPassword,
  settingsConflict,
} from './operator-settings.ts';
import { type OperatorPorts, operatorView, viewOperator } from './operator-view.ts';

export type SealingPorts = OperatorPorts & { readonly sealer: Pick<Sealer, 'seal'> };

export const addOperator = operation({
  name: 'operator add',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['operator list', 'operator show', 'operator binds'],
  input: z.strictObject({
    name: operatorName,
    ...linkShape,
    password: operatorPassword,
    ...defaultedShape,
  }),
  output: z.object({ operator: operatorView }),
  refusals: ['operator is there', ...conflicts],
  async run(ports: SealingPorts, { name, password, ...settings }, { actor, atMs }) {
    const conflict = settingsConflict(settings, settings);
    if (conflict !== undefined) return conflict;
    const operator = await ports.operators.createOperator(
      {
        name,
        builtIn: false,
        state: 'active',
        settings,
        sealedPassword: ports.sealer.seal(password, operatorPasswordPlace(name)),
        createdAtMs: atMs,
      },
      actor,
    );
    if (operator === undefined) {
      return refuse('operator is there', { field: 'name', params: { operator: name } });
    }
    return { operator: await viewOperator(operator, ports) };
  },
});
