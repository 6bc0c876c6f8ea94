/** Coming in, on pages: signing in and out, the first administrator, and links that let people in. */
import { z } from 'zod';
import { type OnPage, operation, type Refusal, refuse } from '#core/operation.ts';
import type { Visit } from '#core/visit.ts';
import { WithCookies } from '#core/visit.ts';
import type { BeginningWish } from './beginning.ts';
import type { PersonPorts } from './me-operations.ts';
import { instant, language, meView, viewMe } from './me-view.ts';
import { assertion, newPasskey, passkeysHere, requestOptions } from './passkeys/passkey-schemas.ts';
import { passkeysAt } from './passkeys/relying-party.ts';
import type { PasswordRefusal } from './password-rules.ts';
import {
  addressInput,
  charactersOf,
  nameInput,
  passwordInput,
  passwordRefusals,
  refuseGiven,
  tokenInput,
  withParty,
} from './person-inputs.ts';
import type { Entered } from './setup.ts';
import type { Begun, SignInRefusal } from './sign-in.ts';

const done = z.object({});
const recoveryCodesLeft = z
  .int()
  .nullable()
  .meta({ description: 'Where one was used to sign in; null: none was.' });
const fresh = z.object({ freshUntilMs: instant, recoveryCodesLeft });
const signedIn = meView.extend({ recoveryCodesLeft });
const beforeSignIn = { does: 'writes', needs: 'nobody' } as const;

const signInRefusals = [
  'sign-in is wrong',
  'code is needed',
  'code is wrong',
  'passkey is wrong',
  'too many sign-ins',
] as const;
const passkeyRefusals = [...signInRefusals, 'passkeys are not offered'] as const;

/** Of the authenticator app, or a recovery code. */
const code = charactersOf(100).optional();

export const lookAtSignIn = operation({
  name: 'sign-in look',
  does: 'reads',
  needs: 'nobody',
  output: z.object({
    needsSetup: z.boolean().meta({ description: 'There is nobody who could sign in.' }),
    passwordCharactersMin: z.int(),
    passkeys: passkeysHere,
    resetsByMail: z
      .boolean()
      .meta({ description: 'Who forgot their password may ask for a link by mail.' }),
  }),
  run: async ({ signIns }: PersonPorts, _, { visit }) => ({
    needsSetup: (await signIns.store.countUsers()) === 0,
    passwordCharactersMin: signIns.passwordRule.charactersMin,
    passkeys: passkeysAt(signIns.partyOf(visit)),
    resetsByMail: signIns.forgotten.isOffered,
  }),
});

export const beginSession = operation({
  ...beforeSignIn,
  name: 'sign-in begin',
  /** Of who has no password: a recovery code. */
  input: z.strictObject({ email: addressInput, password: passwordInput, code }),
  output: signedIn,
  refusals: signInRefusals,
  run: async (ports: PersonPorts, { email, password, code: typed }, caller) =>
    tellBegun(
      await ports.signIns.signIn.signIn({ email, password, code: typed }, caller.visit),
      ports,
      caller,
    ),
});

export const askForPasskey = operation({
  ...beforeSignIn,
  name: 'sign-in ask-passkey',
  output: requestOptions,
  refusals: ['passkeys are not offered'],
  run: (ports: PersonPorts, _, { visit }) =>
    withParty(ports, visit, async (party) => ports.signIns.passkeys.ask(party)),
});

export const beginByPasskey = operation({
  ...beforeSignIn,
  name: 'sign-in by-passkey',
  input: assertion,
  output: signedIn,
  refusals: passkeyRefusals,
  run: (ports: PersonPorts, given, caller) =>
    withParty(ports, caller.visit, async (party) => {
      const { signIn } = ports.signIns;
      return tellBegun(await signIn.signInByPasskey(given, party, caller.visit), ports, caller);
    }),
});

/** Who is signed in shows once more who they are, for what needs that. */
const confirming = {
  does: 'writes',
  needs: 'signed in',
  withoutFactor: true,
  output: fresh,
} as const;

export const confirmPerson = operation({
  ...confirming,
  name: 'sign-in confirm',
  input: z.strictObject({ password: passwordInput, code }),
  refusals: signInRefusals,
  run: async ({ signIns }: PersonPorts, { password, code: typed }, { who, visit }) =>
    tellFresh(await signIns.signIn.confirm(who, { password, code: typed }, visit)),
});

export const confirmByPasskey = operation({
  ...confirming,
  name: 'sign-in confirm-passkey',
  input: assertion,
  refusals: passkeyRefusals,
  run: (ports: PersonPorts, given, { who, visit }) =>
    withParty(ports, visit, async (party) =>
      tellFresh(await ports.signIns.signIn.confirmByPasskey(who, given, party, visit)),
    ),
});

export const signOut = operation({
  name: 'sign-in end',
  does: 'writes',
  needs: 'signed in',
  withoutFactor: true,
  output: done,
  async run({ signIns }: PersonPorts, _, { who }) {
    await signIns.store.endSession(who.userId, who.sessionId);
    return new WithCookies({}, { token: undefined });
  },
});

/** The answer is the same where nobody signs in by that address. */
export const askForReset = operation({
  ...beforeSignIn,
  name: 'sign-in forgot',
  input: z.strictObject({ email: addressInput, language: language.optional() }),
  output: done,
  refusals: ['too many links'],
  async run({ signIns }: PersonPorts, { email, language: chosen }, { visit: { address } }) {
    const asked = await signIns.forgotten.ask({ email, language: chosen, address });
    const { retryAfterS } = { retryAfterS: 0, ...asked };
    return asked.ok ? {} : refuse(asked.why, { params: { retryAfterS } });
  },
});

/** A password, or a passkey for the host of the page. */
const beginning = {
  name: nameInput.default(''),
  password: passwordInput.default(''),
  passkey: newPasskey.optional(),
};

const entered = meView.extend({
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Of who begins with a passkey; they are shown this once.' }),
});

const beginningRefusals = [
  ...passwordRefusals,
  'passkey is wrong',
  'passkeys are not offered',
] as const;

export const setUp = operation({
  ...beforeSignIn,
  name: 'setup make',
  input: z.strictObject({ token: tokenInput, email: addressInput, ...beginning }),
  output: entered,
  refusals: [...beginningRefusals, 'setup link is not valid', 'setup is done'],
  run: (ports: PersonPorts, given, caller) =>
    withBeginning(given, ports, caller.visit, async (begun) => {
      const made = await ports.signIns.setUp({ ...given, ...begun });
      return made.ok ? letIn(made, ports, caller) : refuseEntry(made);
    }),
});

export const lookAtSetup = operation({
  ...beforeSignIn,
  name: 'setup look',
  input: z.strictObject({ token: tokenInput }),
  output: z.object({ passwordCharactersMin: z.int(), passkeys: passkeysHere }),
  refusals: ['setup link is not valid', 'setup is done'],
  async run({ signIns }: PersonPorts, { token }, { visit }) {
    const open = await signIns.lookAtSetup(token);
    return open.ok ? beginningHere(signIns, visit) : refuse(open.why);
  },
});

export const lookAtLink = operation({
  ...beforeSignIn,
  name: 'link look',
  input: z.strictObject({ token: tokenInput }),
  output: z.object({
    kind: z.enum(['invitation', 'reset', 'password']),
    email: z.string(),
    isKnown: z.boolean(),
    passwordCharactersMin: z.int(),
    passkeys: passkeysHere,
  }),
  refusals: ['link is not valid'],
  async run({ signIns }: PersonPorts, { token }, { visit }) {
    const view = await signIns.links.look(token);
    if (view === undefined) return refuse('link is not valid');
    return { ...view, ...beginningHere(signIns, visit) };
  },
});

/** What a page says of the password or the passkey that somebody begins with. */
function beginningHere(signIns: PersonPorts['signIns'], visit: Visit) {
  return {
    passwordCharactersMin: signIns.passwordRule.charactersMin,
    passkeys: passkeysAt(signIns.partyOf(visit)),
  };
}

export const openLink = operation({
  ...beforeSignIn,
  name: 'link use',
  input: z.strictObject({ token: tokenInput, ...beginning }),
  output: entered,
  refusals: [...beginningRefusals, 'link is not valid', 'sign in for this link'],
  run: (ports: PersonPorts, given, caller) =>
    withBeginning(given, ports, caller.visit, async (begun) => {
      const used = await ports.signIns.links.use({ ...given, ...begun });
      return used.ok ? letIn(used, ports, caller) : refuseEntry(used);
    }),
});

/** Nobody is signed in: second factors stay. */
export const setForgottenPassword = operation({
  ...beforeSignIn,
  name: 'link password',
  input: z.strictObject({ token: tokenInput, password: passwordInput }),
  output: done,
  refusals: [...passwordRefusals, 'link is not valid'],
  async run({ signIns }: PersonPorts, { token, password }) {
    const set = await signIns.setForgottenPassword(token, password);
    return set.ok ? {} : refuseEntry(set);
  },
});

export const takeLink = operation({
  name: 'link take',
  does: 'writes',
  needs: 'signed in',
  input: z.strictObject({ token: tokenInput }),
  output: done,
  refusals: ['link is not valid'],
  run: async ({ signIns }: PersonPorts, { token }, { who }) =>
    (await signIns.links.take(token, who)) ? {} : refuse('link is not valid'),
});

type Brought = {
  readonly password: string;
  readonly passkey?: z.output<typeof newPasskey> | undefined;
};

async function withBeginning<Value>(
  { password, passkey }: Brought,
  ports: PersonPorts,
  visit: Visit,
  work: (wish: BeginningWish) => Promise<Value>,
): Promise<Value | Refusal<'passkeys are not offered'>> {
  if (passkey === undefined) return work({ password, passkey });
  return withParty(ports, visit, (party) => work({ password, passkey: { ...passkey, party } }));
}

type Entry = { readonly why: string; readonly refusal?: PasswordRefusal };
type EntryWord<Refused extends Entry> = Exclude<Refused['why'], 'password is refused'>;

function refuseEntry<Refused extends Entry>(refused: Refused) {
  const { why, refusal } = refused;
  // Which says why, and so is there with that word alone.
  return refusal === undefined ? refuse(why as EntryWord<Refused>) : refuseGiven(refusal);
}

/** They are signed in at once. */
async function letIn(
  { user, factors, codes }: Entered,
  { signIns }: PersonPorts,
  { visit, atMs: nowMs }: OnPage,
) {
  const begun = await signIns.signIn.begin(user, factors, visit);
  const me = await viewMe(begun.signedIn, { signIns, nowMs });
  return new WithCookies({ ...me, recoveryCodes: [...codes] }, begun);
}

async function tellBegun(
  begun: Begun | SignInRefusal,
  { signIns }: PersonPorts,
  { atMs: nowMs }: OnPage,
) {
  if (!begun.ok) return refuseSignIn(begun);
  const me = await viewMe(begun.signedIn, { signIns, nowMs });
  return new WithCookies({ ...me, recoveryCodesLeft: begun.recoveryCodesLeft ?? null }, begun);
}

function tellFresh(begun: Begun | SignInRefusal) {
  if (!begun.ok) return refuseSignIn(begun);
  const { signedIn: who, recoveryCodesLeft: left = null } = begun;
  return new WithCookies({ freshUntilMs: who.freshUntilMs, recoveryCodesLeft: left }, begun);
}

function refuseSignIn(refusal: SignInRefusal): Refusal<(typeof signInRefusals)[number]> {
  const { why } = refusal;
  if (why === 'too many sign-ins') {
    return refuse(why, { params: { retryAfterS: refusal.retryAfterS } });
  }
  return refuse(why, why.startsWith('code') ? { field: 'code' } : {});
}
