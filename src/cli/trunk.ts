/** `parley trunk …`: the carriers that calls come from and go to. */

import { toldStandings } from '#numbers/trunks/told-standings.ts';
import { type Trunk, trunkDefaults, trunkPasswordPlace } from '#numbers/trunks/trunk.ts';
import { trunkConflict } from '#numbers/trunks/trunk-setting-table.ts';
import { operatorNameKind } from '#sms/operators/operator-settings.ts';
import { authorNow } from './author.ts';
import { type Command, command, done, failed, misused, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed } from './option.ts';
import { passwordKind, readPassword } from './password.ts';
import { givenTrunkSettings, trunkOptions } from './trunk-options.ts';
import { trunkJson, trunksText, trunkText } from './trunk-view.ts';
import { filePath } from './written-values.ts';

const takes = { name: needed(operatorNameKind, 'NAME', 'What the trunk is called here.') };

const secrets = {
  passwordFile: maybe(filePath, 'FILE', 'Holds the password with which we sign in there.'),
  password: maybe(passwordKind, 'PASSWORD', 'That password itself, for all to see in ps.'),
  authInPasswordFile: maybe(filePath, 'FILE', 'Holds the password with which it signs in here.'),
};

const trunkAdd = command({
  name: 'trunk add',
  sentence: 'Adds a carrier of calls; a running server hears it at once.',
  takes,
  options: { ...secrets, ...trunkOptions('add') },
  async run({ name, ...values }, { clock, open }) {
    const settings = { ...trunkDefaults, ...givenTrunkSettings(values) };
    const passwords = await readPasswords(values);
    if (!passwords.ok) return misused(passwords.problem);
    await using installation = await open();
    const { storage } = installation;
    const conflict = trunkConflict(name, settings, await storage.trunks.listTrunks());
    if (conflict !== undefined) return misused(conflict.sentence);
    const made = await storage.trunks.createTrunk(
      {
        name,
        enabled: true,
        builtIn: false,
        settings,
        sealedPassword: '',
        sealedAuthInPassword: '',
        ...sealed(name, passwords, installation),
        createdAtMs: clock.nowMs(),
      },
      authorNow(clock),
    );
    if (made === undefined) return failed(`There is a trunk ${name} already`);
    return done(trunkText(made), { trunk: trunkJson(made) }, passwords.warnings);
  },
});

const trunkSet = command({
  name: 'trunk set',
  sentence: 'Changes settings of a trunk; calls that go on keep theirs.',
  takes,
  options: { ...secrets, ...trunkOptions('set') },
  async run({ name, ...values }, { clock, open }) {
    const given = givenTrunkSettings(values);
    const passwords = await readPasswords(values);
    if (!passwords.ok) return misused(passwords.problem);
    const says = Object.keys(given).length > 0;
    if (!says && passwords.out === undefined && passwords.in === undefined) {
      return misused('Say what to change, such as --max-calls 20');
    }
    await using installation = await open();
    const { trunks } = installation.storage;
    const all = await trunks.listTrunks();
    const trunk = all.find((each) => each.name === name);
    if (trunk === undefined) return noTrunk(name);
    if (trunk.builtIn) return failed(`${name} is built in: the server sets it at each start`);
    const settings = { ...trunk.settings, ...given };
    const conflict = trunkConflict(name, settings, all);
    if (conflict !== undefined) return misused(conflict.sentence);
    const change = { settings, ...sealed(name, passwords, installation) };
    const changed = await trunks.changeTrunk(trunk.id, change, authorNow(clock));
    return changed === undefined
      ? noTrunk(name)
      : done(trunkText(changed), { trunk: trunkJson(changed) }, passwords.warnings);
  },
});

const trunkList = command({
  name: 'trunk list',
  sentence: 'Lists the trunks, and how each does.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const { storage } = installation;
    const trunks = await storage.trunks.listTrunks();
    const standings = await toldStandings(storage.processNotes);
    const json = trunks.map((trunk) => trunkJson(trunk, standings));
    return done(trunksText(trunks, standings), { trunks: json });
  },
});

const trunkShow = command({
  name: 'trunk show',
  sentence: 'Shows a trunk with all its settings.',
  takes,
  options: {},
  async run({ name }, { open }) {
    await using installation = await open();
    const trunk = await findTrunk(name, installation);
    if (trunk === undefined) return noTrunk(name);
    const standings = await toldStandings(installation.storage.processNotes);
    return done(trunkText(trunk, standings), { trunk: trunkJson(trunk, standings) });
  },
});

const trunkPause = switchCommand(
  'pause',
  false,
  'Neither takes calls from a trunk nor makes them.',
);
const trunkResume = switchCommand('resume', true, 'Uses a trunk again.');

function switchCommand(verb: string, enabled: boolean, sentence: string): Command {
  return command({
    name: `trunk ${verb}`,
    sentence,
    takes,
    options: {},
    async run({ name }, { clock, open }) {
      await using installation = await open();
      const trunk = await findTrunk(name, installation);
      if (trunk === undefined) return noTrunk(name);
      const { trunks } = installation.storage;
      await trunks.changeTrunk(trunk.id, { enabled }, authorNow(clock));
      return done(`Trunk ${name} is ${enabled ? 'in use' : 'paused'}.\n`, { trunk: name, enabled });
    },
  });
}

const trunkRemove = command({
  name: 'trunk remove',
  sentence: 'Removes a trunk; calls that go on are not cut.',
  takes,
  options: {},
  async run({ name }, { clock, open }) {
    await using installation = await open();
    const trunk = await findTrunk(name, installation);
    if (trunk === undefined) return noTrunk(name);
    if (trunk.builtIn) return failed(`${name} is built in: PARLEY_SIMULATOR=off switches it off`);
    await installation.storage.trunks.removeTrunk(trunk.id, authorNow(clock));
    return done(`Trunk ${name} is removed.\n`, { removed: name });
  },
});

export async function findTrunk(
  name: string,
  { storage }: Installation,
): Promise<Trunk | undefined> {
  return (await storage.trunks.listTrunks()).find((trunk) => trunk.name === name);
}

export function noTrunk(name: string): Outcome {
  return failed(`There is no trunk ${name}`);
}

type GivenSecrets = {
  readonly password?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly authInPasswordFile?: string | undefined;
};

type Passwords =
  | {
      readonly ok: true;
      readonly out: string | undefined;
      readonly in: string | undefined;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/** What is not given stays as it is. */
async function readPasswords(given: GivenSecrets): Promise<Passwords> {
  const { password, passwordFile, authInPasswordFile } = given;
  const out = await readOne({ password, passwordFile });
  if (!out.ok) return out;
  const inward = await readOne({ password: undefined, passwordFile: authInPasswordFile });
  if (!inward.ok) return inward;
  return { ok: true, out: out.password, in: inward.password, warnings: out.warnings };
}

type Places = {
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
};

async function readOne(places: Places) {
  const isGiven = places.password !== undefined || places.passwordFile !== undefined;
  if (!isGiven) return { ok: true, password: undefined, warnings: [] } as const;
  return readPassword({ ...places, readInput: async () => undefined });
}

function sealed(
  name: string,
  passwords: Extract<Passwords, { readonly ok: true }>,
  { sealer }: Installation,
) {
  const { out, in: inward } = passwords;
  return {
    ...(out !== undefined && { sealedPassword: sealer.seal(out, trunkPasswordPlace(name, 'out')) }),
    ...(inward !== undefined && {
      sealedAuthInPassword: sealer.seal(inward, trunkPasswordPlace(name, 'in')),
    }),
  };
}

export const trunkCommands = [
  trunkAdd,
  trunkList,
  trunkShow,
  trunkSet,
  trunkPause,
  trunkResume,
  trunkRemove,
];
