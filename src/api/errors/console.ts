/** What those hear who run the installation. */
import type { ErrorReply } from './error-reply.ts';

export const consoleErrors = {
  'view is for reading': {
    code: 403,
    status: 403,
    en: 'You are viewing another account, where you can only read. A member of the account must do this.',
    fr: 'Vous consultez un autre compte, où vous ne pouvez que lire. Un membre du compte doit le faire.',
    fix: {
      en: 'Leave the view, and ask a member of the account.',
      fr: 'Quittez la consultation, et demandez à un membre du compte.',
    },
  },
} satisfies Record<string, ErrorReply>;
