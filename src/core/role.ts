/** What a process does of all that the program can do; work that is leased goes to those with its role. */

/** `api`: takes requests. `sms`: binds to operators. `webhooks`: delivers events. */
export type Role = 'api' | 'sms' | 'webhooks';

export const allRoles: readonly Role[] = ['api', 'sms', 'webhooks'];

export function isRole(text: string): text is Role {
  return allRoles.some((role) => role === text);
}
