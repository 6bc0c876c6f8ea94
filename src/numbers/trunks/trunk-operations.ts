/** What people do with trunks: they add, look at, change, pause and remove them. */
import { z } from 'zod';
import { nameInput } from '#core/common-inputs.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import type { Sealer } from '#core/sealed.ts';
import { trunkPasswordPlace } from './trunk.ts';
import {
  conflicts,
  defaultedShape,
  secretShape,
  settingShape,
  trunkConflict,
} from './trunk-settings.ts';
import {
  findTrunk,
  noTrunk,
  type TrunkPorts,
  trunkView,
  viewTrunk,
  viewTrunks,
} from './trunk-view.ts';

type SealingPorts = TrunkPorts & { readonly sealer: Pick<Sealer, 'seal'> };

const changes = ['trunk list', 'trunk show'];
const named = z.strictObject({ name: nameInput });
const one = z.object({ trunk: trunkView });

export const listTrunks = operation({
  name: 'trunk list',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ trunks: z.array(trunkView) }),
  run: async (ports: TrunkPorts) => ({
    trunks: await viewTrunks(await ports.trunks.listTrunks(), ports),
  }),
});

export const showTrunk = operation({
  name: 'trunk show',
  does: 'reads',
  needs: 'administrator',
  positional: ['name'],
  input: named,
  output: one,
  refusals: ['trunk is unknown'],
  async run(ports: TrunkPorts, { name }) {
    const trunk = await findTrunk(name, ports);
    return trunk instanceof Refusal ? trunk : { trunk: await viewTrunk(trunk, ports) };
  },
});

export const addTrunk = operation({
  name: 'trunk add',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['name'],
  input: z.strictObject({ name: nameInput, ...defaultedShape, ...secretShape }),
  output: one,
  refusals: ['trunk is there', ...conflicts],
  async run(ports: SealingPorts, { name, password, authInPassword, ...settings }, author) {
    const { trunks } = ports;
    const conflict = trunkConflict(name, settings, await trunks.listTrunks());
    if (conflict !== undefined) return conflict;
    const made = await trunks.createTrunk(
      {
        name,
        enabled: true,
        builtIn: false,
        settings,
        sealedPassword: '',
        sealedAuthInPassword: '',
        ...sealed(name, { password, authInPassword }, ports),
        createdAtMs: author.atMs,
      },
      author,
    );
    return made === undefined
      ? refuse('trunk is there', { field: 'name', params: { trunk: name } })
      : { trunk: await viewTrunk(made, ports) };
  },
});

export const setTrunk = operation({
  name: 'trunk set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['name'],
  input: z
    .strictObject(settingShape)
    .partial()
    .extend({ name: nameInput, ...secretShape }),
  output: one,
  refusals: ['trunk is unknown', 'trunk is built in', 'trunk would not change', ...conflicts],
  async run(ports: SealingPorts, { name, password, authInPassword, ...given }, author) {
    // An absent member is absent, not undefined: nothing is overwritten by it.
    const changed = given as {
      [Setting in keyof typeof given]: Exclude<(typeof given)[Setting], undefined>;
    };
    const secrets = sealed(name, { password, authInPassword }, ports);
    if (Object.keys({ ...changed, ...secrets }).length === 0) {
      return refuse('trunk would not change');
    }
    const trunk = await findOwn(name, ports);
    if (trunk instanceof Refusal) return trunk;
    const settings = { ...trunk.settings, ...changed };
    const conflict = trunkConflict(name, settings, await ports.trunks.listTrunks());
    if (conflict !== undefined) return conflict;
    const stored = await ports.trunks.changeTrunk(trunk.id, { settings, ...secrets }, author);
    return stored === undefined ? noTrunk(name) : { trunk: await viewTrunk(stored, ports) };
  },
});

function switchOperation<const Name extends string>(name: Name, enabled: boolean) {
  return operation({
    name,
    does: 'writes',
    needs: 'administrator',
    fresh: true,
    changes,
    positional: ['name'],
    input: named,
    output: z.object({ trunk: z.string(), enabled: z.boolean() }),
    refusals: ['trunk is unknown'],
    async run(ports: Pick<TrunkPorts, 'trunks'>, input, author) {
      const trunk = await findTrunk(input.name, ports);
      if (trunk instanceof Refusal) return trunk;
      await ports.trunks.changeTrunk(trunk.id, { enabled }, author);
      return { trunk: trunk.name, enabled };
    },
  });
}

export const pauseTrunk = switchOperation('trunk pause', false);
export const resumeTrunk = switchOperation('trunk resume', true);

export const removeTrunk = operation({
  name: 'trunk remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  // Not what shows it: a page that is open asks for what is gone.
  changes: ['trunk list'],
  positional: ['name'],
  input: named,
  output: z.object({ removed: z.string() }),
  refusals: ['trunk is unknown', 'trunk is built in'],
  async run(ports: Pick<TrunkPorts, 'trunks'>, { name }, author) {
    const trunk = await findOwn(name, ports);
    if (trunk instanceof Refusal) return trunk;
    const isRemoved = await ports.trunks.removeTrunk(trunk.id, author);
    return isRemoved ? { removed: name } : noTrunk(name);
  },
});

/** One that the server does not set itself. */
async function findOwn(name: string, ports: Pick<TrunkPorts, 'trunks'>) {
  const trunk = await findTrunk(name, ports);
  if (trunk instanceof Refusal || !trunk.builtIn) return trunk;
  return refuse('trunk is built in', { field: 'name', params: { trunk: name } });
}

type Secrets = {
  readonly password: string | undefined;
  readonly authInPassword: string | undefined;
};

/** What is not given stays. */
function sealed(
  name: string,
  { password, authInPassword }: Secrets,
  { sealer }: Pick<SealingPorts, 'sealer'>,
) {
  const seal = (secret: string, use: 'out' | 'in') =>
    secret === '' ? '' : sealer.seal(secret, trunkPasswordPlace(name, use));
  return {
    ...(password !== undefined && { sealedPassword: seal(password, 'out') }),
    ...(authInPassword !== undefined && { sealedAuthInPassword: seal(authInPassword, 'in') }),
  };
}
