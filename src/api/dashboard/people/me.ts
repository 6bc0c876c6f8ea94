/** Who is signed in, and what they may open. */
import type { Reply } from '#api/dashboard/definition.ts';
import { type DashboardCall, give, type Handled } from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { PasswordRefusal } from '#people/password-rules.ts';
import { permissionsOf } from '#people/permissions.ts';
import type { SignedIn } from '#people/signed-in.ts';
import type { OwnAccount } from '#people/user.ts';
import type * as define from './definitions.ts';
import type { PeoplePagePorts } from './ports.ts';

type Me = Reply<typeof define.findMe>;

export async function findMe(
  { who }: DashboardCall<typeof define.findMe>,
  ports: PeoplePagePorts,
): Promise<Handled<Me>> {
  return give(await tellMe(who, ports));
}

export async function tellMe(who: SignedIn, { people }: PeoplePagePorts): Promise<Me> {
  const { userId: id, email, name, language = null, isAdministrator } = who;
  const accounts = await people.store.accountsOf(id);
  return {
    user: { id, email, name, language, isAdministrator },
    accounts: accounts.map(tellAccount),
    session: {
      id: who.sessionId,
      freshUntilMs: who.freshUntilMs,
      lacksFactor: who.lacksFactor === true,
      idleMs: people.signIn.life.idleMs,
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
  return give(await tellMe({ ...who, name, language: language ?? undefined }, ports));
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
  const account = await people.store.findOwnAccount(who.userId, accountId);
  return account === undefined ? refuse('nothing is there') : give(tellAccount(account));
}

function tellAccount(account: OwnAccount): Me['accounts'][number] {
  return { ...account, may: permissionsOf(account.role) };
}

export function refusePassword({ why, ...details }: PasswordRefusal): Refusal {
  return refuse(why, { field: 'password', details });
}
