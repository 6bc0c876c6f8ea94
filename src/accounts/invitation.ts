/** The one-time link with which a new installation gets its first administrator. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Under which the invitation in force is kept; it goes when it is used. */
export const invitationSetting = 'setup.invitation';

const lifeMs = 60 * 60_000;
const tokenBytes = 32;

export type Invitation = {
  /** Shown once, in the fragment of the link, which no server log sees. */
  readonly token: string;
  /** What is kept: a hash and an end. */
  readonly kept: string;
};

export function makeInvitation(nowMs: number): Invitation {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, kept: `${hashOf(token)} ${nowMs + lifeMs}` };
}

/** Whether the token is the kept invitation's, and still in time. */
export function isInvited(token: string, kept: string | undefined, nowMs: number): boolean {
  const [hash = '', endsAtMs = '0'] = (kept ?? '').split(' ');
  const given = Buffer.from(hashOf(token));
  const expected = Buffer.from(hash);
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  return same && nowMs < Number(endsAtMs);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
