/** The authenticator app and recovery codes of people who are signed in, and which second factors they have. */
import { z } from 'zod';
import { operation, refuse } from '#core/operation.ts';
import type { PersonPorts } from './me-operations.ts';
import { instant } from './me-view.ts';
import { passkeysHere, recoveryCodes } from './passkeys/passkey-schemas.ts';
import { passkeyHost, passkeysAt } from './passkeys/relying-party.ts';
import { charactersOf, tokenInput } from './person-inputs.ts';

export const listFactors = operation({
  name: 'factor list',
  does: 'reads',
  needs: 'signed in',
  withoutFactor: true,
  output: z.object({
    hasPassword: z.boolean(),
    hasTotp: z.boolean(),
    passkeys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        createdAtMs: instant,
        usedAtMs: instant.nullable(),
        worksHere: z.boolean().meta({ description: 'It was made for the host of this page.' }),
      }),
    ),
    passkeysHere,
    codesLeft: z.int(),
    isRequired: z.boolean(),
  }),
  async run({ signIns }: PersonPorts, _, { who, visit }) {
    const { hasTotp, passkeys, codesLeft } = await signIns.secondFactor.state(who.userId);
    const found = await signIns.store.findUserByEmail(who.email);
    const here = passkeyHost(signIns.publicUrl);
    return {
      hasPassword: found?.passwordHash !== '',
      hasTotp,
      passkeys: passkeys.map((one) => ({ ...one, worksHere: one.host === here })),
      passkeysHere: passkeysAt(signIns.partyOf(visit)),
      codesLeft,
      isRequired: signIns.needsSecondFactor,
    };
  },
});

const own = { does: 'writes', needs: 'signed in', fresh: true } as const;

/** Nothing is kept before a code has proved it. */
export const proposeApp = operation({
  ...own,
  name: 'factor propose-app',
  withoutFactor: true,
  output: z.object({ secret: z.string(), address: z.string() }),
  run: async ({ signIns }: PersonPorts, _, { who }) => signIns.secondFactor.propose(who),
});

export const addApp = operation({
  ...own,
  name: 'factor add-app',
  withoutFactor: true,
  input: z.strictObject({ secret: tokenInput, code: charactersOf(20).pipe(z.string().trim()) }),
  output: recoveryCodes,
  refusals: ['code is wrong'],
  async run({ signIns }: PersonPorts, given, caller) {
    const codes = await signIns.secondFactor.add(caller.who, given, caller);
    if (codes === undefined) return refuse('code is wrong', { field: 'code' });
    await signIns.post.tell({ what: 'factor added' }, caller.who);
    return { codes: [...codes] };
  },
});

export const removeApp = operation({
  ...own,
  name: 'factor remove-app',
  output: z.object({}),
  refusals: ['nothing is there'],
  async run({ signIns }: PersonPorts, _, caller) {
    const isRemoved = await signIns.secondFactor.remove(caller.who, caller);
    if (!isRemoved) return refuse('nothing is there');
    await signIns.post.tell({ what: 'factor removed' }, caller.who);
    return {};
  },
});

export const renewCodes = operation({
  ...own,
  name: 'factor renew-codes',
  output: recoveryCodes,
  refusals: ['nothing is there'],
  async run({ signIns: { secondFactor } }: PersonPorts, _, caller) {
    const { hasTotp, passkeys } = await secondFactor.state(caller.who.userId);
    if (!hasTotp && passkeys.length === 0) return refuse('nothing is there');
    return { codes: [...(await secondFactor.renewCodes(caller.who, caller))] };
  },
});
