/** `operator set`: changes the settings of an operator; its links follow within a second. */
import { z } from 'zod';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import type { SealingPorts } from './add-operator.ts';
import {
  conflicts,
  linkShape,
  operatorName,
  operatorPassword,
  otherShape,
  settingsConflict,
} from './operator-settings.ts';
import { findOperator, operatorView, viewOperator } from './operator-view.ts';

const changes = z.strictObject({ ...linkShape, ...otherShape, password: operatorPassword });

export const setOperator = operation({
  name: 'operator set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: ['operator list', 'operator show', 'operator binds'],
  positional: ['name'],
  input: changes.partial().extend({ name: operatorName }),
  output: z.object({ operator: operatorView }),
  refusals: [
    'operator is unknown',
    'operator is set by the server',
    'operator would not change',
    ...conflicts,
  ],
  async run(ports: SealingPorts, { name, password, ...given }, author) {
    const { operators, sealer } = ports;
    // An absent member is absent, not undefined: nothing is overwritten by it.
    const changed = given as {
      [Setting in keyof typeof given]: NonNullable<(typeof given)[Setting]>;
    };
    if (Object.keys(given).length === 0 && password === undefined) {
      return refuse('operator would not change');
    }
    const operator = await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    if (operator.builtIn) {
      return refuse('operator is set by the server', { params: { operator: name } });
    }
    const settings = { ...operatorDefaults, ...operator.settings, ...changed };
    const conflict = settingsConflict(settings, given);
    if (conflict !== undefined) return conflict;
    const sealedPassword =
      password === undefined
        ? operator.sealedPassword
        : sealer.seal(password, operatorPasswordPlace(name));
    await operators.setOperatorSettings(operator.id, { settings, sealedPassword }, author);
    return { operator: await viewOperator({ ...operator, settings }, ports) };
  },
});
