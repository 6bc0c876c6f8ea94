/** A trunk as every door shows it, without its passwords: its settings, and how it does in each process. */

import { z } from 'zod';
import { faultOf, faultView } from '#core/attempt-fault.ts';
import { instantText } from '#core/instant-text.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import { troubleOf } from './told-standings.ts';
import { type Trunk, type TrunkSettings, trunkDefaults } from './trunk.ts';
import { settingShape } from './trunk-settings.ts';
import type { HeldStanding } from './trunk-standing.ts';
import type { TrunkStore } from './trunk-store.ts';

export type TrunkPorts = {
  readonly trunks: Pick<
    TrunkStore,
    'listTrunks' | 'createTrunk' | 'changeTrunk' | 'removeTrunk' | 'listMessages'
  >;
  /** How trunks do, in every process that carries calls. */
  readonly trunkStandings: () => Promise<readonly HeldStanding[]>;
};

const instant = z.int().meta({ description: 'Milliseconds since 1970.' });

const standingView = z.object({
  processId: z.int(),
  /** Empty where the process does not say. */
  host: z.string(),
  state: z.enum(['up', 'down', 'resting', 'unasked']),
  calls: z.int(),
  restsUntilMs: instant.nullable(),
  /** The last OPTIONS; `status` null: nothing was answered. */
  asked: z
    .object({
      atMs: instant,
      status: z.int().nullable(),
      /** Why nothing could be sent there. */
      why: z.string().optional(),
      fault: faultView,
      durationMs: z.int(),
    })
    .nullable(),
  misses: z.int(),
  /** Why its registrar does not hold us; null: it does, or another process asks it. */
  unregistered: z.string().nullable(),
  /** Why it gets calls last, or none now; empty where it is well. */
  trouble: z.string(),
});

/** What is stored is shown as it is, also where an input would be refused. */
function shownSetting(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(z.string());
  return schema instanceof z.ZodPipe ? z.string() : schema;
}

const settingsView = z.object(
  Object.fromEntries(
    Object.entries(settingShape).map(([name, schema]) => [name, shownSetting(schema)]),
  ) as {
    [Name in keyof TrunkSettings]: z.ZodType<Shown<TrunkSettings[Name]>, TrunkSettings[Name]>;
  },
);

/** As an input takes it. */
type Shown<Value> = Value extends readonly string[] ? string[] : Value;

export const trunkView = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  builtIn: z.boolean(),
  settings: settingsView,
  hasPassword: z.boolean(),
  hasAuthInPassword: z.boolean(),
  createdAt: z.iso.datetime(),
  /** In each process that carries calls. */
  standings: z.array(standingView),
});

export type TrunkView = z.output<typeof trunkView>;

type Viewed = z.input<typeof trunkView>;

export async function viewTrunks(
  listed: readonly Trunk[],
  ports: Pick<TrunkPorts, 'trunkStandings'>,
): Promise<Viewed[]> {
  const standings = await ports.trunkStandings();
  return listed.map(({ id, name, enabled, builtIn, settings, ...trunk }) => ({
    id,
    name,
    enabled,
    builtIn,
    settings: { ...trunkDefaults, ...settings },
    hasPassword: trunk.sealedPassword !== '',
    hasAuthInPassword: trunk.sealedAuthInPassword !== '',
    createdAt: instantText(trunk.createdAtMs),
    standings: standings
      .filter(({ trunkId }) => trunkId === id)
      .map((standing) => ({
        ...standing,
        asked: standing.asked && { ...standing.asked, fault: faultOf(standing.asked.why ?? '') },
        trouble: troubleOf(standing)?.en ?? '',
      })),
  }));
}

export async function viewTrunk(
  trunk: Trunk,
  ports: Pick<TrunkPorts, 'trunkStandings'>,
): Promise<Viewed> {
  const [view] = await viewTrunks([trunk], ports);
  // One view for each.
  return view as Viewed;
}

/** By its name, or the refusal that all doors tell. */
export async function findTrunk(
  name: string,
  { trunks }: { readonly trunks: Pick<TrunkStore, 'listTrunks'> },
): Promise<Trunk | Refusal<'trunk is unknown'>> {
  const found = (await trunks.listTrunks()).find((trunk) => trunk.name === name);
  return found ?? noTrunk(name);
}

export function noTrunk(name: string): Refusal<'trunk is unknown'> {
  return refuse('trunk is unknown', { field: 'name', params: { trunk: name } });
}
