/**
 * A session: 256 random bits in a cookie, and their SHA-256 in the table. It ends when nothing was
 * done for a while, after its longest life, or when somebody ends it.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { User } from './user.ts';

/** What somebody showed to sign in; a passkey with user verification counts as two. */
export type Factors = 'password' | 'password code' | 'passkey';

export type Session = {
  readonly id: number;
  readonly userId: number;
  readonly createdAtMs: number;
  /** When they last did something, a minute too early at most. */
  readonly activeAtMs: number;
  readonly expiresAtMs: number;
  readonly freshUntilMs: number;
  readonly factors: Factors;
  /** Where it was begun, and with which browser. */
  readonly address: string;
  readonly agent: string;
};

export type NewSession = Omit<Session, 'id'> & { readonly tokenHash: string };

export type SessionLife = { readonly idleMs: number; readonly longestMs: number };

const hourMs = 3_600_000;

/** Where nobody but this machine can reach us, sessions may live longer. */
export function sessionLife(onlyThisMachine: boolean): SessionLife {
  return onlyThisMachine
    ? { idleMs: 12 * hourMs, longestMs: 7 * 24 * hourMs }
    : { idleMs: hourMs, longestMs: 24 * hourMs };
}

/** How long somebody counts as having just signed in. */
export const freshMs = 10 * 60_000;

/** The oldest ends where somebody begins one more. */
export const sessionsMax = 10;

/** Activity is written no more often than this. */
export const activityStepMs = 60_000;

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isAlive(session: Session, { idleMs }: SessionLife, nowMs: number): boolean {
  return nowMs < session.expiresAtMs && nowMs < session.activeAtMs + idleMs;
}

export type FoundSession = { readonly session: Session; readonly user: User };
