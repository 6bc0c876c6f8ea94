/** Limits as commands show them to people. */
import type { z } from 'zod';
import type { setLimit } from '#accounts/limits/limit-operations.ts';
import type { LimitView } from '#accounts/limits/limit-view.ts';
import { rules } from '#accounts/limits/rules.ts';
import { table } from '#cli/text-table.ts';

type Set = z.output<(typeof setLimit)['output']>;

export const limitTexts = {
  'limit list': ({ limits }: { readonly limits: readonly LimitView[] }) =>
    table(
      ['rule', 'key', 'max', 'action', 'from', 'meaning'],
      limits.map(({ rule, key, smppUser, max, action, exceptional }) => [
        rule,
        smppUser ?? (key === null ? 'all' : String(key)),
        action === 'ignore' ? '-' : max,
        action,
        exceptional ? 'exception' : 'default',
        rules[rule].sentence,
      ]),
    ),
  'limit set': ({ account, key, smppUser, rule, max, action }: Set) => {
    const ofKey = key === null ? '' : `key ${key} of `;
    const whose = smppUser === null ? ofKey : `SMPP user ${smppUser} of `;
    const now = action === 'ignore' ? 'off' : `${max} (${action})`;
    return `The limit ${rule} of ${whose}account ${account} is now ${now}.\n`;
  },
  'limit remove': ({ removed }: { readonly removed: string }) =>
    `The exception from ${removed} is removed.\n`,
  'limit reset': ({ reset }: { readonly reset: number }) =>
    `Account ${reset} counts from zero again.\n`,
};
