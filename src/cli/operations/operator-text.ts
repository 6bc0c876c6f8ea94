/** Operators as commands show them to people. */
import type { z } from 'zod';
import { settingText } from '#cli/setting-text.ts';
import { fields, table } from '#cli/text-table.ts';
import type { OperatorSettings } from '#sms/operator.ts';
import type { operatorBinds } from '#sms/operators/operator-binds.ts';
import type { OperatorView } from '#sms/operators/operator-view.ts';
import { inWords, type TextOf } from './shown-value.ts';

type OperatorBinds = z.output<(typeof operatorBinds)['output']>;
type Named = { readonly operator: OperatorView };
type Left = { readonly removed?: string; readonly leaving?: string };
type Stated = { readonly operator: string; readonly state: string };

const stateText: TextOf<Stated> = ({ operator, state }) => `Operator ${operator} is ${state}.\n`;

export const operatorTexts = {
  'operator list': ({ operators }: { readonly operators: readonly OperatorView[] }) =>
    operatorsText(operators),
  'operator show': ({ operator }: Named) => operatorText(operator),
  'operator set': ({ operator }: Named) => operatorText(operator),
  'operator add': ({ operator }: Named) =>
    `${operatorText(operator)}Nothing goes there yet: parley route set --prefix 33 --operator ${operator.name}\n`,
  'operator binds': bindsText,
  'operator pause': stateText,
  'operator drain': stateText,
  'operator reroute': stateText,
  'operator resume': stateText,
  'operator remove': ({ removed, leaving }: Left) =>
    removed === undefined
      ? `Operator ${leaving} leaves: what waits takes other routes or is still sent, and a running server removes it when nothing is owed or to be reported.\n`
      : `Operator ${removed} and its routes are removed.\n`,
};

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
    ['id', String(id)],
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
  return table(
    ['id', 'name', 'state', 'address', 'system id', 'bind', 'window', 'rate'],
    operators.map(({ id, name, builtIn, state, settings }) => {
      const link = settings as OperatorSettings;
      return [
        String(id),
        builtIn ? `${name} (built in)` : name,
        state,
        `${link.host}:${link.port}${link.tls ? ' TLS' : ''}`,
        link.systemId,
        `${link.binds} ${link.bind}`,
        String(link.window),
        link.ratePerSecond === null ? 'any' : `${link.ratePerSecond}/s`,
      ];
    }),
  );
}
