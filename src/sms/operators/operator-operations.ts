/** `operator add`, `set`, `list`, `show`, `pause`, `drain`, `reroute`, `resume`, `remove` and `try`. */

import { z } from 'zod';
import { faultOf, faultView } from '#core/attempt-fault.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import type { Sealer } from '#core/sealed.ts';
import type { BindTrial, TriedLink } from '#sms/links/try-bind.ts';
import { type OperatorState, operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import { isNeeded } from '#sms/routing/leavers.ts';
import {
  bindMode,
  conflicts,
  defaultedShape,
  linkShape,
  operatorName,
  operatorPassword,
  otherShape,
  settingsConflict,
} from './operator-settings.ts';
import {
  findOperator,
  type OperatorPorts,
  operatorStates,
  operatorView,
  viewOperator,
  viewOperators,
} from './operator-view.ts';

export type SealingPorts = OperatorPorts & { readonly sealer: Pick<Sealer, 'seal'> };

const changes = ['operator list', 'operator show', 'operator binds'];

export const addOperator = operation({
  name: 'operator add',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
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

const changeable = z.strictObject({ ...linkShape, ...otherShape, password: operatorPassword });

/** Its links follow within a second. */
export const setOperator = operation({
  name: 'operator set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['name'],
  input: changeable.partial().extend({ name: operatorName }),
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

const statesChange = [...changes, 'lane list'];
const named = z.strictObject({ name: operatorName });

function stateOperation<const Name extends string>(name: Name, state: OperatorState) {
  return operation({
    name,
    does: 'writes',
    needs: 'administrator',
    fresh: true,
    changes: statesChange,
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

/** `operator try`: one bind before anything is stored. */
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
    /** Empty for a success. */
    why: z.string(),
    fault: faultView,
    durationMs: z.int(),
  }),
  async run({ tryBind }: TrialPorts, link) {
    const tried = await tryBind(link);
    return { ...tried, fault: faultOf(tried.why) };
  },
});
