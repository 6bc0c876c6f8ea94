/** Passkeys: made, named and removed by people who are signed in, or made by those who come in. */
import { z } from 'zod';
import { idInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import type { PersonPorts } from '../me-operations.ts';
import { addressInput, nameInput, tokenInput, withParty } from '../person-inputs.ts';
import { creationOptions, newPasskey, passkeyName, recoveryCodes } from './passkey-schemas.ts';

const own = { does: 'writes', needs: 'signed in' } as const;

export const proposePasskey = operation({
  ...own,
  name: 'passkey propose',
  withoutFactor: true,
  fresh: true,
  output: creationOptions,
  refusals: ['passkeys are not offered', 'too many passkeys'],
  run: (ports: PersonPorts, _, { who, visit }) =>
    withParty(ports, visit, async (party) => {
      const options = await ports.signIns.passkeys.propose(who, party);
      return options ?? refuse('too many passkeys');
    }),
});

export const addPasskey = operation({
  ...own,
  name: 'passkey add',
  withoutFactor: true,
  fresh: true,
  input: newPasskey,
  output: recoveryCodes,
  refusals: ['passkeys are not offered', 'passkey is wrong'],
  run: (ports: PersonPorts, wish, caller) =>
    withParty(ports, caller.visit, async (party) => {
      const { passkeys, post } = ports.signIns;
      const added = await passkeys.add(caller.who, wish, party, caller);
      if (!added.ok) return refuse(added.why);
      await post.tell({ what: 'factor added' }, caller.who);
      return { codes: [...added.codes] };
    }),
});

export const renamePasskey = operation({
  ...own,
  name: 'passkey rename',
  input: z.strictObject({ passkey: idInput, name: passkeyName }),
  output: z.object({}),
  refusals: ['nothing is there'],
  async run({ signIns }: PersonPorts, { passkey, name }, caller) {
    const { store } = signIns.passkeys;
    const isDone = await store.renamePasskey(caller.who.userId, passkey, name, caller);
    return isDone ? {} : refuse('nothing is there');
  },
});

export const removePasskey = operation({
  ...own,
  name: 'passkey remove',
  fresh: true,
  input: z.strictObject({ passkey: idInput }),
  output: z.object({}),
  refusals: ['nothing is there', 'last way in'],
  async run({ signIns }: PersonPorts, { passkey }, caller) {
    const removal = await signIns.passkeys.remove(caller.who, passkey, caller);
    if (removal === 'last way in') return refuse(removal);
    if (removal === 'not there') return refuse('nothing is there');
    await signIns.post.tell({ what: 'factor removed' }, caller.who);
    return {};
  },
});

const ofNewcomer = { does: 'writes', needs: 'nobody', output: creationOptions } as const;

export const proposeSetupPasskey = operation({
  ...ofNewcomer,
  name: 'setup propose-passkey',
  input: z.strictObject({ token: tokenInput, email: addressInput, name: nameInput.default('') }),
  refusals: ['passkeys are not offered', 'setup link is not valid', 'setup is done'],
  run: (ports: PersonPorts, wish, { visit }) =>
    withParty(ports, visit, async (party) => {
      const proposed = await ports.signIns.proposeSetupPasskey(wish, party);
      return proposed.ok ? proposed.options : refuse(proposed.why);
    }),
});

export const proposeLinkPasskey = operation({
  ...ofNewcomer,
  name: 'link propose-passkey',
  input: z.strictObject({ token: tokenInput, name: nameInput.default('') }),
  refusals: ['passkeys are not offered', 'link is not valid'],
  run: (ports: PersonPorts, wish, { visit }) =>
    withParty(ports, visit, async (party) => {
      const options = await ports.signIns.links.proposePasskey(wish, party);
      return options ?? refuse('link is not valid');
    }),
});
