/** Trunks: added, changed, paused, traced and removed, with how they do in every process. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { ValueKind } from '#core/value-kind.ts';
import {
  type Trunk,
  type TrunkSettings,
  trunkDefaults,
  trunkPasswordPlace,
} from '#numbers/trunks/trunk.ts';
import {
  trunkConflict,
  trunkSettingTable,
  writtenSetting,
} from '#numbers/trunks/trunk-setting-table.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');

export function trunkHandlers(ports: ConsolePorts): readonly Handler[] {
  return [...settingHandlers(ports), ...traceHandlers(ports)];
}

function settingHandlers(ports: ConsolePorts): readonly Handler[] {
  const { trunks, clock } = ports;
  return [
    handle(definitions.listTrunks, async () => {
      return give({ trunks: await showTrunks(await trunks.listTrunks(), ports) });
    }),
    handle(definitions.addTrunk, async (call) => {
      const { name, settings: given, ...secrets } = call.body;
      const settings = { ...trunkDefaults, ...readGiven(given) };
      const problem = refuseConflict(name, settings, await trunks.listTrunks());
      if (problem !== undefined) return problem;
      const made = await trunks.createTrunk(
        {
          name,
          enabled: true,
          builtIn: false,
          settings,
          sealedPassword: '',
          sealedAuthInPassword: '',
          ...sealed(name, secrets, ports),
          createdAtMs: clock.nowMs(),
        },
        authorOf(call, clock),
      );
      if (made === undefined) return refuse('trunk is there', { field: 'name' });
      return showOne(made, ports);
    }),
    handle(definitions.changeTrunk, async (call) => {
      const { settings: given, ...secrets } = call.body;
      const all = await trunks.listTrunks();
      const trunk = all.find(({ id }) => id === call.params.id);
      if (trunk === undefined) return nothingThere;
      if (trunk.builtIn) return refuse('trunk is built in');
      const settings = { ...trunk.settings, ...readGiven(given) };
      const problem = refuseConflict(trunk.name, settings, all);
      if (problem !== undefined) return problem;
      const change = { settings, ...sealed(trunk.name, secrets, ports) };
      const changed = await trunks.changeTrunk(trunk.id, change, authorOf(call, clock));
      return changed === undefined ? nothingThere : showOne(changed, ports);
    }),
    handle(definitions.removeTrunk, async (call) => {
      const trunk = await findTrunk(call.params.id, ports);
      if (trunk === undefined) return nothingThere;
      if (trunk.builtIn) return refuse('trunk is built in');
      const isRemoved = await trunks.removeTrunk(trunk.id, authorOf(call, clock));
      return isRemoved ? give(undefined) : nothingThere;
    }),
    handle(definitions.setTrunkState, async (call) => {
      const { enabled } = call.body;
      const changed = await trunks.changeTrunk(call.params.id, { enabled }, authorOf(call, clock));
      return changed === undefined ? nothingThere : give(undefined);
    }),
  ];
}

function traceHandlers(ports: ConsolePorts): readonly Handler[] {
  const { trunks, clock } = ports;
  return [
    handle(definitions.listTrunkMessages, async ({ params: { id } }) => {
      const trunk = await findTrunk(id, ports);
      if (trunk === undefined) return nothingThere;
      const query = { trunkId: id, beforeId: Number.MAX_SAFE_INTEGER, limit: pageMax };
      const messages = await trunks.listMessages(query);
      return give({
        tracedUntilMs: trunk.tracedUntilMs,
        messages: messages.map(({ id: message, atMs, direction, peer, text }) => {
          return { id: message, atMs, direction, peer, text };
        }),
      });
    }),
    handle(definitions.traceTrunk, async (call) => {
      const { minutes } = call.body;
      const tracedUntilMs = minutes === 0 ? 0 : clock.nowMs() + minutes * 60_000;
      const changed = await trunks.changeTrunk(
        call.params.id,
        { tracedUntilMs },
        authorOf(call, clock),
      );
      return changed === undefined ? nothingThere : give(undefined);
    }),
  ];
}

async function findTrunk(id: number, { trunks }: ConsolePorts): Promise<Trunk | undefined> {
  return (await trunks.listTrunks()).find((trunk) => trunk.id === id);
}

type Shown = Reply<typeof definitions.listTrunks>['trunks'];

async function showTrunks(listed: readonly Trunk[], ports: ConsolePorts): Promise<Shown> {
  const standings = await ports.trunkStandings();
  return listed.map((trunk) => ({
    id: trunk.id,
    name: trunk.name,
    enabled: trunk.enabled,
    builtIn: trunk.builtIn,
    settings: { ...trunkDefaults, ...trunk.settings },
    hasPassword: trunk.sealedPassword !== '',
    hasAuthInPassword: trunk.sealedAuthInPassword !== '',
    createdAtMs: trunk.createdAtMs,
    tracedUntilMs: trunk.tracedUntilMs,
    standings: standings
      .filter(({ trunkId }) => trunkId === trunk.id)
      .map(({ trunkId: _trunkId, ...standing }) => standing),
  }));
}

async function showOne(trunk: Trunk, ports: ConsolePorts) {
  const [shown] = await showTrunks([trunk], ports);
  return shown === undefined ? nothingThere : give({ trunk: shown });
}

type Given = { readonly [Name in keyof TrunkSettings]?: TrunkSettings[Name] | undefined };

/** As the table spells them: `header:X-Number` is `header:x-number`, `fr` is `FR`. */
function readGiven(given: Given): Partial<TrunkSettings> {
  const entries = Object.entries(given) as [
    keyof TrunkSettings,
    TrunkSettings['host'] | undefined,
  ][];
  const read = entries.flatMap(([name, value]) => {
    const { kind }: { readonly kind: ValueKind<unknown> } = trunkSettingTable[name];
    return value === undefined ? [] : [[name, kind.read(writtenSetting(value))]];
  });
  return Object.fromEntries(read) as Partial<TrunkSettings>;
}

function refuseConflict(
  name: string,
  settings: TrunkSettings,
  others: readonly Trunk[],
): Refusal | undefined {
  const conflict = trunkConflict(name, settings, others);
  if (conflict === undefined) return undefined;
  const { setting, why, shared = '', other = '' } = conflict;
  return refuse(why, { field: `settings.${setting}`, details: { source: shared, trunk: other } });
}

type Secrets = {
  readonly password?: string | null | undefined;
  readonly authInPassword?: string | null | undefined;
};

/** What is not given stays. */
function sealed(
  name: string,
  { password, authInPassword }: Secrets,
  { sealer }: Pick<ConsolePorts, 'sealer'>,
) {
  const seal = (secret: string | null, use: 'out' | 'in') =>
    secret === null ? '' : sealer.seal(secret, trunkPasswordPlace(name, use));
  return {
    ...(password !== undefined && { sealedPassword: seal(password, 'out') }),
    ...(authInPassword !== undefined && { sealedAuthInPassword: seal(authInPassword, 'in') }),
  };
}
