/** Who is signed in, and the accounts they may open, as pages know them. */
import { z } from 'zod';
import { type Permission, permissions, permissionsOf, roles } from '#core/permissions.ts';
import type { SignedIn } from '#core/signed-in.ts';
import { seenInViews } from './account-view.ts';
import type { People } from './people.ts';
import type { OwnAccount } from './user.ts';

/** Milliseconds since 1970: pages count down to them. */
export const instant = z.int().meta({ description: 'Milliseconds since 1970.' });
export const language = z.enum(['en', 'fr']);
const role = z.enum(roles);
const permission = z.enum(Object.keys(permissions) as [Permission, ...Permission[]]);

export const ownAccountView = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  homeCountry: z.string(),
  state: z.enum(['active', 'disabled', 'blocked']),
  parentId: z.int().nullable(),
  mode: z.enum(['live', 'test']).meta({ description: 'Live once it has a live key in force.' }),
  role,
  may: z.array(permission).meta({ description: 'What the role allows here.' }),
});

export const meView = z.object({
  user: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    language: language.nullable(),
    isAdministrator: z.boolean(),
  }),
  accounts: z.array(ownAccountView),
  permissions: z
    .record(permission, z.array(role).readonly())
    .meta({ description: 'Which roles may do what in an account.' }),
  /** The account of others that an administrator sees as its people do. */
  viewing: z
    .object({ accountId: z.int(), account: z.string(), reason: z.string(), endsAtMs: instant })
    .nullable(),
  session: z.object({
    id: z.int(),
    freshUntilMs: instant,
    lacksFactor: z
      .boolean()
      .meta({ description: 'Until they have added a second factor they may do nothing else.' }),
    idleMs: z.int().meta({ description: 'It ends when nothing was done for so long.' }),
    endsInMs: z
      .int()
      .meta({ description: 'It ends then whatever is done, in milliseconds from now.' }),
  }),
});

type Me = z.input<typeof meView>;

export async function viewMe(
  who: SignedIn,
  { signIns, nowMs }: { readonly signIns: People; readonly nowMs: number },
): Promise<Me> {
  const { userId: id, email, name, language: chosen = null, isAdministrator } = who;
  const viewed = who.viewing && (await signIns.views.findViewed(who.viewing.accountId));
  const accounts = (await signIns.store.accountsOf(id)).filter((one) => one.id !== viewed?.id);
  return {
    user: { id, email, name, language: chosen, isAdministrator },
    permissions,
    accounts: [
      ...accounts.map(viewOwnAccount),
      ...(viewed === undefined ? [] : [viewOfOthers(viewed)]),
    ],
    viewing: viewed === undefined ? null : viewViewing(who, viewed),
    session: {
      id: who.sessionId,
      freshUntilMs: who.freshUntilMs,
      lacksFactor: who.lacksFactor === true,
      idleMs: signIns.signIn.life.idleMs,
      endsInMs: Math.max(0, who.endsAtMs - nowMs),
    },
  };
}

function viewViewing({ viewing }: SignedIn, { name }: OwnAccount): Me['viewing'] {
  if (viewing === undefined) return null;
  const { accountId, reason, endsAtMs } = viewing;
  return { accountId, account: name, reason, endsAtMs };
}

/** The pages that may be read, whatever role they are for. */
export function viewOfOthers(account: OwnAccount): Me['accounts'][number] {
  return { ...account, may: [...seenInViews] };
}

export function viewOwnAccount(account: OwnAccount): Me['accounts'][number] {
  return { ...account, may: permissionsOf(account.role) };
}
