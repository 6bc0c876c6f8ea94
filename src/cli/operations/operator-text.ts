/** Operators as commands show them to people. */
import { settingText } from '#cli/setting-text.ts';
import { columns, fields, table } from '#cli/text-table.ts';
import type { OperatorSettings } from '#sms/operator.ts';
import type { OperatorView } from '#sms/operators/operator-view.ts';
import { type AnswerOf, inWords, type Texts } from './shown-value.ts';

type OperatorBinds = AnswerOf<'operator binds'>;
type Stated = { readonly operator: string; readonly state: string };

const stateText = ({ operator, state }: Stated) => `Operator ${operator} is ${state}.\n`;

export const operatorTexts = {
  'operator list': ({ operators }) => operatorsText(operators),
  'operator show': ({ operator }) => operatorText(operator),
  'operator set': ({ operator }) => operatorText(operator),
  'operator add': ({ operator }) =>
    `${operatorText(operator)}Nothing goes there yet: parley route set --prefix 33 --operator ${operator.name}\n`,
  'operator binds': bindsText,
  'operator pause': stateText,
  'operator drain': stateText,
  'operator reroute': stateText,
  'operator resume': stateText,
  'operator remove': (answer) =>
    'leaving' in answer
      ? `Operator ${answer.leaving} leaves: what waits takes other routes or is still sent, and a running server removes it when nothing is owed or to be reported.\n`
      : `Operator ${answer.removed} and its routes are removed.\n`,
} satisfies Texts;

function bindsText({ links, elsewhere }: OperatorBinds): string {
  const held = links.map(({ place, host, connections, window, unanswered, ratePerSecond }) => [
    String(place + 1),
    host,
    connections.map(({ mode, state, lost }) => `${mode} ${state} ${lost}`.trim()).join(', '),
    `${unanswered} of ${window}`,
    ratePerSecond === null ? 'any' : `${ratePerSecond}/s`,
  ]);
  const others = elsewhere.map(({ place, host }) => [
    String(place + 1),
    host || '-',
    '-',
    '-',
    '-',
  ]);
  return table(['bind', 'process on', 'connections', 'unanswered', 'rate'], [...held, ...others]);
}

function operatorText({ id, name, builtIn, state, createdAt, settings }: OperatorView): string {
  return fields([
    ['operator', name],
    ['id', id],
    ['kind', builtIn ? 'built in, for test messages' : 'SMPP'],
    ['state', state],
    ['created', createdAt],
    ...Object.entries(settings as OperatorSettings).map(([setting, value]): [string, string] => [
      inWords(setting),
      settingText(value),
    ]),
  ]);
}

function operatorsText(operators: readonly OperatorView[]): string {
  // A view has members of its own by the names of settings: its binds as they are now.
  const rows = operators.map(({ id, name, builtIn, state, settings }) => ({
    ...(settings as OperatorSettings),
    id,
    name,
    builtIn,
    state,
  }));
  return columns(
    rows,
    'id',
    ['name', ({ name, builtIn }) => (builtIn ? `${name} (built in)` : name)],
    'state',
    ['address', ({ host, port, tls }) => `${host}:${port}${tls ? ' TLS' : ''}`],
    ['system id', 'systemId'],
    ['bind', ({ binds, bind }) => `${binds} ${bind}`],
    'window',
    ['rate', ({ ratePerSecond }) => (ratePerSecond === null ? 'any' : `${ratePerSecond}/s`)],
  );
}
