/** Who belongs to an account, and who is invited, as people see them. */
import { z } from 'zod';
import { instantText } from '#core/instant-text.ts';
import { roles } from '#core/permissions.ts';
import type { Member, UserLink } from '#people/people-store.ts';

const instant = z.iso.datetime();

export const memberView = z.object({
  email: z.string(),
  name: z.string(),
  state: z.enum(['active', 'disabled']),
  role: z.enum(roles),
  hasSecondFactor: z.boolean(),
  /** Of a session that has not ended. */
  activeAt: instant.nullable(),
});

export const invitationView = z.object({
  email: z.string(),
  role: z.enum(roles),
  createdAt: instant,
  until: instant,
});

export type MemberView = z.output<typeof memberView>;
export type InvitationView = z.output<typeof invitationView>;

export function viewMember({ activeAtMs, ...member }: Member): MemberView {
  return { ...member, activeAt: activeAtMs === null ? null : instantText(activeAtMs) };
}

/** None of links that are no invitation to an account. */
export function viewInvitation(link: UserLink): InvitationView[] {
  if (link.kind !== 'invitation' || link.place === undefined) return [];
  const { email, place, createdAtMs, endsAtMs } = link;
  const { role } = place;
  return [{ email, role, createdAt: instantText(createdAtMs), until: instantText(endsAtMs) }];
}
