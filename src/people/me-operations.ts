/** What people do with their own name, password and sessions, on pages. */
import { z } from 'zod';
import { idInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import { isViewing } from './account-view.ts';
import {
  instant,
  language,
  meView,
  ownAccountView,
  viewMe,
  viewOfOthers,
  viewOwnAccount,
} from './me-view.ts';
import type { People } from './people.ts';
import { nameInput, passwordInput, passwordRefusals, refuseGiven } from './person-inputs.ts';
import { isAlive } from './session.ts';

export type PersonPorts = { readonly signIns: People };

const own = { needs: 'signed in', refusals: [] } as const;

export const showMe = operation({
  ...own,
  name: 'me show',
  does: 'reads',
  withoutFactor: true,
  output: meView,
  run: ({ signIns }: PersonPorts, _, { who, atMs: nowMs }) => viewMe(who, { signIns, nowMs }),
});

export const setMe = operation({
  ...own,
  name: 'me set',
  does: 'writes',
  withoutFactor: true,
  input: z.strictObject({ name: nameInput.optional(), language: language.nullable().optional() }),
  output: meView,
  refusals: ['nothing is there'],
  async run({ signIns }: PersonPorts, change, caller) {
    const { who, atMs: nowMs } = caller;
    const user = await signIns.store.changeUser(who.userId, change, caller);
    if (user === undefined) return refuse('nothing is there');
    const { name, language: chosen } = user;
    return viewMe({ ...who, name, language: chosen ?? undefined }, { signIns, nowMs });
  },
});

export const setPassword = operation({
  ...own,
  name: 'me password',
  does: 'writes',
  fresh: true,
  input: z.strictObject({ password: passwordInput }),
  output: z.object({}),
  refusals: passwordRefusals,
  async run({ signIns }: PersonPorts, { password }, { who }) {
    const refusal = await signIns.changePassword(who, password);
    return refusal === undefined ? {} : refuseGiven(refusal);
  },
});

export const showOwnAccount = operation({
  name: 'me account',
  does: 'reads',
  needs: 'read facts',
  output: ownAccountView,
  refusals: ['nothing is there'],
  async run({ signIns }: PersonPorts, _, { who, accountId }) {
    if (who === undefined) return refuse('nothing is there');
    if (isViewing(who, accountId)) {
      const viewed = await signIns.views.findViewed(accountId);
      return viewed === undefined ? refuse('nothing is there') : viewOfOthers(viewed);
    }
    const account = await signIns.store.findOwnAccount(who.userId, accountId);
    return account === undefined ? refuse('nothing is there') : viewOwnAccount(account);
  },
});

export const listSessions = operation({
  ...own,
  name: 'session list',
  does: 'reads',
  output: z.object({
    /** The newest first. */
    sessions: z.array(
      z.object({
        id: z.int(),
        createdAtMs: instant,
        activeAtMs: instant,
        expiresAtMs: instant,
        factors: z.enum(['password', 'password code', 'passkey']),
        address: z.string(),
        agent: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
  async run({ signIns }: PersonPorts, _, { who, atMs }) {
    const sessions = await signIns.store.listSessions(who.userId);
    const alive = sessions.filter((one) => isAlive(one, signIns.signIn.life, atMs));
    return { sessions: alive.map((one) => ({ ...one, isThis: one.id === who.sessionId })) };
  },
});

export const endSession = operation({
  ...own,
  name: 'session end',
  does: 'writes',
  input: z.strictObject({ session: idInput }),
  output: z.object({}),
  refusals: ['nothing is there'],
  async run({ signIns }: PersonPorts, { session }, { who }) {
    const isEnded = await signIns.store.endSession(who.userId, session);
    return isEnded ? {} : refuse('nothing is there');
  },
});

export const endOtherSessions = operation({
  ...own,
  name: 'session end-others',
  does: 'writes',
  output: z.object({ ended: z.int() }),
  run: async ({ signIns }: PersonPorts, _, { who }) => ({
    ended: await signIns.store.endSessions(who.userId, who.sessionId),
  }),
});
