/** Limits as commands show them to people. */
import { rules } from '#accounts/limits/rules.ts';
import { columns } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

export const limitTexts = {
  'limit list': ({ limits }) =>
    columns(
      limits,
      'rule',
      ['key', ({ key, smppUser }) => smppUser ?? (key === null ? 'all' : String(key))],
      ['max', ({ max, action }) => (action === 'ignore' ? '-' : max)],
      'action',
      ['from', ({ exceptional }) => (exceptional ? 'exception' : 'default')],
      ['meaning', ({ rule }) => rules[rule].sentence],
    ),
  'limit set': ({ account, key, smppUser, rule, max, action }) => {
    const ofKey = key === null ? '' : `key ${key} of `;
    const whose = smppUser === null ? ofKey : `SMPP user ${smppUser} of `;
    const now = action === 'ignore' ? 'off' : `${max} (${action})`;
    return `The limit ${rule} of ${whose}account ${account} is now ${now}.\n`;
  },
  'limit remove': ({ removed }) => `The exception from ${removed} is removed.\n`,
  'limit reset': ({ reset }) => `Account ${reset} counts from zero again.\n`,
} satisfies Texts;
