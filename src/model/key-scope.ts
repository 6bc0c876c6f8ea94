/** What an API key may do. */

/**
 * Send and take back; read messages, replies and lists; rent numbers and lead their calls; see the balance and change
 * lists, domains and webhooks; have sub-accounts.
 */
export const keyScopes = ['send', 'read', 'numbers', 'account', 'subaccounts'] as const;

export type KeyScope = (typeof keyScopes)[number];
