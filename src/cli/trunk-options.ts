/** The settings of a trunk as options of commands, made from their one table. */

import type { ValueKind } from '#core/value-kind.ts';
import { type TrunkSettings, trunkDefaults } from '#numbers/trunks/trunk.ts';
import { trunkSettingTable } from '#numbers/trunks/trunk-setting-table.ts';
import { maybe, type Option } from './option.ts';
import { settingText } from './setting-text.ts';

type Name = keyof TrunkSettings;

type Entry = {
  readonly kind: ValueKind<unknown>;
  readonly shape: string;
  readonly sentence: string;
};

const entries = Object.entries(trunkSettingTable) as readonly [Name, Entry][];

/** Each may stay away. */
export function trunkOptions(use: 'add' | 'set'): Readonly<Record<string, Option<unknown>>> {
  const options = entries.map(([name, { kind, shape, sentence }]): [string, Option<unknown>] => {
    const fallback = use === 'add' ? ` Default: ${settingText(trunkDefaults[name])}.` : '';
    return [name, maybe(kind, shape, `${sentence}${fallback}`)];
  });
  return Object.fromEntries(options);
}

export function givenTrunkSettings(
  values: Readonly<Record<string, unknown>>,
): Partial<TrunkSettings> {
  const given = entries
    .map(([name]): [Name, unknown] => [name, values[name]])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<TrunkSettings>;
}
