/** Who is signed in, and what they may open. */
import type { Reply } from '#api/dashboard/definition.ts';
import { type DashboardCall, give, type Handled } from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { permissions, permissionsOf } from '#core/permissions.ts';
import { isViewing, seenInViews } from '#people/account-view.ts';
import type { PasswordRefusal } from '#people/password-rules.ts';
import type { SignedIn } from '#people/signed-in.ts';
import type { OwnAccount } from '#people/user.ts';
import type * as define from './definitions.ts';
import type { PeoplePagePorts } from './ports.ts';

type Me = Reply<typeof define.findMe>;

export async function findMe(
  { who }: DashboardCall<typeof define.findMe>,
  ports: PeoplePagePorts,
): Promise<Handled<Me>> {
  return give(await describeMe(who, ports));
}

export async function describeMe(who: SignedIn, { people, clock }: PeoplePagePorts): Promise<Me> {
  const { userId: id, email, name, language = null, isAdministrator } = who;
  const viewed = who.viewing && (await people.views.findViewed(who.viewing.accountId));
  const accounts = (await people.store.accountsOf(id)).filter((one) => one.id !== viewed?.id);
  return {
    user: { id, email, name, language, isAdministrator },
    permissions,
    accounts: [
      ...accounts.map(toAccountJson),
      ...(viewed === undefined ? [] : [toViewedJson(viewed)]),
    ],
    viewing: viewed === undefined ? null : toViewJson(who, viewed),
    session: {
      id: who.sessionId,
      freshUntilMs: who.freshUntilMs,
      lacksFactor: who.lacksFactor === true,
      idleMs: people.signIn.life.idleMs,
      endsInMs: Math.max(0, who.endsAtMs - clock.nowMs()),
    },
  };
}

export async function changeMe(
  { who, body }: DashboardCall<typeof define.changeMe>,
  ports: PeoplePagePorts,
): Promise<Handled<Me>> {
  const { people } = ports;
  const user = await people.store.changeUser(who.userId, body, people.authorOf(who));
  if (user === undefined) return refuse('nothing is there');
  const { name, language } = user;
  return give(await describeMe({ ...who, name, language: language ?? undefined }, ports));
}

export async function changePassword(
  { who, body }: DashboardCall<typeof define.changePassword>,
  { people }: PeoplePagePorts,
): Promise<Handled<undefined>> {
  const refusal = await people.changePassword(who, body.password);
  return refusal === undefined ? give(undefined) : refusePassword(refusal);
}

export async function findOwnAccount(
  { who, accountId }: DashboardCall<typeof define.findOwnAccount>,
  { people }: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.findOwnAccount>>> {
  if (isViewing(who, accountId)) {
    const viewed = await people.views.findViewed(accountId);
    return viewed === undefined ? refuse('nothing is there') : give(toViewedJson(viewed));
  }
  const account = await people.store.findOwnAccount(who.userId, accountId);
  return account === undefined ? refuse('nothing is there') : give(toAccountJson(account));
}

function toViewJson({ viewing }: SignedIn, { name }: OwnAccount): Me['viewing'] {
  if (viewing === undefined) return null;
  const { accountId, reason, endsAtMs } = viewing;
  return { accountId, account: name, reason, endsAtMs };
}

/** The pages that may be read, whatever role they are for. */
function toViewedJson(account: OwnAccount): Me['accounts'][number] {
  return { ...account, may: [...seenInViews] };
}

function toAccountJson(account: OwnAccount): Me['accounts'][number] {
  return { ...account, may: permissionsOf(account.role) };
}

export function refusePassword({ why, ...details }: PasswordRefusal): Refusal {
  return refuse(why, { field: 'password', details });
}
