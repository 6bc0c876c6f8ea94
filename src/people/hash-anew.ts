/** Hashes get stronger with the years: one of before is replaced when its password is known, at a sign-in. */
import { hashPassword, isWeaker, PasswordsBusy } from '#accounts/password.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { PeopleStore } from './people-store.ts';

export type HashAnewPorts = {
  readonly people: Pick<PeopleStore, 'replaceHash'>;
  readonly log: Log;
};

/** After a right password. What comes in the way is no reason to keep anybody out: the next sign-in tries again. */
export async function hashAnew(
  userId: number,
  { password, hash }: { readonly password: string; readonly hash: string },
  { people, log }: HashAnewPorts,
): Promise<void> {
  if (!isWeaker(hash)) return;
  try {
    await people.replaceHash(userId, hash, await hashPassword(password));
  } catch (error) {
    if (error instanceof PasswordsBusy) return;
    log.warn('people.hash_kept', { user: userId, ...errorFields(error) });
  }
}
