/** `operator list` and `operator show`. */
import { z } from 'zod';
import { operation, Refusal } from '#core/operation.ts';
import { operatorName } from './operator-settings.ts';
import {
  findOperator,
  type OperatorPorts,
  operatorView,
  viewOperator,
  viewOperators,
} from './operator-view.ts';

export const listOperators = operation({
  name: 'operator list',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ operators: z.array(operatorView) }),
  run: async (ports: OperatorPorts) => ({
    operators: await viewOperators(await ports.operators.listOperators(), ports),
  }),
});

export const showOperator = operation({
  name: 'operator show',
  does: 'reads',
  needs: 'administrator',
  positional: ['name'],
  input: z.strictObject({ name: operatorName }),
  output: z.object({ operator: operatorView }),
  refusals: ['operator is unknown'],
  async run(ports: OperatorPorts, { name }) {
    const operator = await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    return { operator: await viewOperator(operator, ports) };
  },
});
