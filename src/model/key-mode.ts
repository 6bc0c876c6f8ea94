/** Live and test keys, and whose records each reads and changes. */

export const keyModes = ['live', 'test'] as const;

export type KeyMode = (typeof keyModes)[number];

/**
 * Whose records a key reads and changes: those of its account that were made in its mode. Messages, mails, events,
 * calls and voicemails of the other mode are as unknown to it as those of another account.
 */
export type KeyReach = { readonly accountId: number; readonly mode: KeyMode };

/** As rows say it. */
export function testColumnOf({ mode }: Pick<KeyReach, 'mode'>): 0 | 1 {
  return mode === 'test' ? 1 : 0;
}
