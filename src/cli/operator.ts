/** `parley operator …`: the SMSCs that live messages leave by, and the built-in one. */
import type { OperatorState } from '#sms/operator.ts';
import { isNeeded } from '#sms/routing/leavers.ts';
import { authorNow } from './author.ts';
import { type Command, command, done, failed } from './command.ts';
import { findOperator, noOperator } from './find-operator.ts';
import { operatorAdd } from './operator-add.ts';
import { operatorSet } from './operator-set.ts';
import { operatorJson, operatorsText, operatorText } from './operator-view.ts';
import { needed } from './option.ts';
import { operatorName } from './written-values.ts';

const takes = { name: needed(operatorName, 'NAME', 'The operator.') };

const operatorList = command({
  name: 'operator list',
  sentence: 'Lists the operators.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const operators = await installation.storage.operators.listOperators();
    return done(operatorsText(operators), { operators: operators.map(operatorJson) });
  },
});

const operatorShow = command({
  name: 'operator show',
  sentence: 'Shows an operator with all its settings.',
  takes,
  options: {},
  async run({ name }, { open }) {
    await using installation = await open();
    const operator = await findOperator(name, installation.storage);
    return operator === undefined
      ? noOperator(name)
      : done(operatorText(operator), { operator: operatorJson(operator) });
  },
});

const operatorPause = stateCommand(
  'pause',
  'paused',
  'Stops sending to an operator: what waits stays, new messages take other routes.',
);
const operatorDrain = stateCommand(
  'drain',
  'draining',
  'Gives an operator nothing new; what waits is still sent.',
);
const operatorReroute = stateCommand(
  'reroute',
  'rerouting',
  'Gives what waits for an operator to other routes, and sends what none of them takes.',
);
const operatorResume = stateCommand('resume', 'active', 'Sends to an operator again.');

function stateCommand(verb: string, state: OperatorState, sentence: string): Command {
  return command({
    name: `operator ${verb}`,
    sentence,
    takes,
    options: {},
    async run({ name }, { clock, open }) {
      await using installation = await open();
      const operator = await findOperator(name, installation.storage);
      if (operator === undefined) return noOperator(name);
      await installation.storage.operators.setOperatorState(operator.id, state, authorNow(clock));
      return done(`Operator ${name} is ${state}.\n`, { operator: name, state });
    },
  });
}

const operatorRemove = command({
  name: 'operator remove',
  sentence: 'Removes an operator and its routes; what waits for it takes other routes first.',
  takes,
  options: {},
  async run({ name }, { clock, open }) {
    await using installation = await open();
    const { operators, jobs } = installation.storage;
    const operator = await findOperator(name, installation.storage);
    if (operator === undefined) return noOperator(name);
    if (operator.builtIn) {
      return failed(`${name} is built in: PARLEY_SIMULATOR=off switches it off`);
    }
    if (await isNeeded(operator, { operators, jobs })) {
      await operators.setOperatorState(operator.id, 'leaving', authorNow(clock));
      return done(
        `Operator ${name} leaves: what waits takes other routes or is still sent, and a running server removes it when nothing is owed or to be reported.\n`,
        { leaving: name },
      );
    }
    await operators.removeOperator(operator.id, authorNow(clock));
    return done(`Operator ${name} and its routes are removed.\n`, { removed: name });
  },
});

export const operatorCommands = [
  operatorAdd,
  operatorList,
  operatorShow,
  operatorSet,
  operatorPause,
  operatorDrain,
  operatorReroute,
  operatorResume,
  operatorRemove,
];
