/** Who belongs to an account, and who is invited. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
  type InAccount,
} from '#api/dashboard/handler.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { refuse } from '#api/reply.ts';
import type { Role } from '#core/permissions.ts';
import type { MemberChange } from '#people/people-store.ts';
import type { SignedIn } from '#people/signed-in.ts';
import { emailKey } from '#people/user.ts';
import * as define from './definitions.ts';
import type { PeoplePagePorts } from './ports.ts';

const membersMax = 1_000;

export function memberHandlers(ports: PeoplePagePorts): readonly Handler[] {
  const { people, clock, publicUrl } = ports;
  return [
    handle(define.listMembers, (call) => listMembers(call, ports)),
    handle(define.invite, async (call) => {
      const { email, role, mail } = call.body;
      const place = { accountId: call.accountId, role };
      const wish = { email, isAdministrator: false, place };
      const { token, endsAtMs } = await people.links.invite(wish, authorOf(call, clock));
      const link = linkOf(token, call.request, publicUrl);
      const guest = { email: emailKey(email), language: call.who.language };
      const secret = { address: link, endsAtMs };
      const isMailed = mail && (await people.post.invite(secret, guest, call.accountId));
      return give({ link, endsAtMs, isMailed });
    }),
    handle(define.withdrawInvitation, async (call) => {
      const { accountId, params } = call;
      const author = authorOf(call, clock);
      const email = emailKey(params.email);
      const isEnded = await people.members.removeInvitation(accountId, email, author);
      return isEnded ? give(undefined) : refuse('nothing is there');
    }),
    handle(define.changeMember, (call) => setRole(call, call.body.role, ports)),
    handle(define.removeMember, (call) => setRole(call, null, ports)),
  ];
}

async function listMembers(
  { accountId, who }: DashboardCall<typeof define.listMembers>,
  { people, clock }: PeoplePagePorts,
): Promise<Handled<Reply<typeof define.listMembers>>> {
  const members = await people.members.listMembers(accountId, membersMax);
  const links = await people.members.listInvitations(accountId, clock.nowMs());
  return give({
    people: members.map((member) => ({ ...member, isMe: member.userId === who.userId })),
    invitations: links.flatMap((link) =>
      link.kind === 'invitation' && link.place !== undefined
        ? [{ ...link, role: link.place.role }]
        : [],
    ),
  });
}

type MemberCall = InAccount & {
  readonly who: SignedIn;
  readonly params: { readonly user: number };
};

async function setRole(
  call: MemberCall,
  role: Role | null,
  { people, clock }: PeoplePagePorts,
): Promise<Handled<undefined>> {
  const { accountId, params } = call;
  const author = authorOf(call, clock);
  return outcomes[await people.members.setRole(accountId, params.user, role, author)];
}

const outcomes: Readonly<Record<MemberChange, Handled<undefined>>> = {
  done: give(undefined),
  'not there': refuse('nothing is there'),
  'last owner': refuse('last owner stays'),
};

/** Never from the Host header where a public URL is set; the token stands where no server sees it. */
function linkOf(token: string, { headers }: HttpRequest, publicUrl: string | undefined): string {
  return `${publicUrl ?? `http://${headers['host'] ?? 'localhost'}`}/join#${token}`;
}
