/** What people tell an operator to do: pause, drain, reroute, resume, and leave. */
import { z } from 'zod';
import { operation, Refusal, refuse } from '#core/operation.ts';
import type { OperatorState } from '#sms/operator.ts';
import { isNeeded } from '#sms/routing/leavers.ts';
import { operatorName } from './operator-settings.ts';
import { findOperator, type OperatorPorts, operatorStates } from './operator-view.ts';

const changes = ['operator list', 'operator show', 'operator binds', 'lane list'];
const named = z.strictObject({ name: operatorName });

function stateOperation<const Name extends string>(name: Name, state: OperatorState) {
  return operation({
    name,
    does: 'writes',
    needs: 'administrator',
    fresh: true,
    changes,
    positional: ['name'],
    input: named,
    output: z.object({ operator: z.string(), state: z.enum(operatorStates) }),
    refusals: ['operator is unknown'],
    async run(ports: Pick<OperatorPorts, 'operators'>, input, author) {
      const operator = await findOperator(input.name, ports);
      if (operator instanceof Refusal) return operator;
      await ports.operators.setOperatorState(operator.id, state, author);
      return { operator: input.name, state };
    },
  });
}

export const pauseOperator = stateOperation('operator pause', 'paused');
export const drainOperator = stateOperation('operator drain', 'draining');
export const rerouteOperator = stateOperation('operator reroute', 'rerouting');
export const resumeOperator = stateOperation('operator resume', 'active');

export const removeOperator = operation({
  name: 'operator remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  // Not what shows it: a page that is open asks for what is gone.
  changes: ['operator list', 'lane list'],
  positional: ['name'],
  input: named,
  /** `leaving`: a server removes it when nothing is owed to it or to be reported by it. */
  output: z.union([z.object({ removed: z.string() }), z.object({ leaving: z.string() })]),
  refusals: ['operator is unknown', 'operator is built in'],
  async run(ports: Pick<OperatorPorts, 'operators' | 'jobs'>, { name }, author) {
    const operator = await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    if (operator.builtIn) return refuse('operator is built in', { params: { operator: name } });
    if (await isNeeded(operator, ports)) {
      await ports.operators.setOperatorState(operator.id, 'leaving', author);
      return { leaving: name };
    }
    await ports.operators.removeOperator(operator.id, author);
    return { removed: name };
  },
});
