/** What a process does of all that the program can do; work that is leased goes to those with its role. */

/** `api`: takes requests. `sms`: binds to operators. `mail`: delivers emails. `webhooks`: delivers events. `calls`: carries calls. */
export type Role = 'api' | 'sms' | 'mail' | 'webhooks' | 'calls';

export const allRoles: readonly Role[] = ['api', 'sms', 'mail', 'webhooks', 'calls'];

export function isRole(text: string): text is Role {
  return allRoles.some((role) => role === text);
}
