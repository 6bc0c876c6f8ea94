/** Operators as commands show them, without their passwords. */
import type { Operator } from '#sms/operator.ts';
import { settingText } from './setting-text.ts';
import { fields, formatTime, table } from './text-table.ts';

export function operatorJson(operator: Operator): object {
  const { id, name, builtIn, state, settings, createdAtMs } = operator;
  return { id, name, builtIn, state, settings, createdAt: formatTime(createdAtMs) };
}

export function operatorText(operator: Operator): string {
  return fields([
    ['operator', operator.name],
    ['id', String(operator.id)],
    ['kind', operator.builtIn ? 'built in, for test messages' : 'SMPP'],
    ['state', operator.state],
    ['created', formatTime(operator.createdAtMs)],
    ...Object.entries(operator.settings).map(([name, value]): [string, string] => [
      inWords(name),
      settingText(value),
    ]),
  ]);
}

export function operatorsText(operators: readonly Operator[]): string {
  return table(
    ['id', 'name', 'state', 'address', 'system id', 'bind', 'window', 'rate'],
    operators.map(({ id, name, builtIn, state, settings }) => [
      String(id),
      builtIn ? `${name} (built in)` : name,
      state,
      `${settings.host}:${settings.port}${settings.tls ? ' TLS' : ''}`,
      settings.systemId,
      `${settings.binds} ${settings.bind}`,
      String(settings.window),
      settings.ratePerSecond === null ? 'any' : `${settings.ratePerSecond}/s`,
    ]),
  );
}

/** `rate per second` of `ratePerSecond`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
