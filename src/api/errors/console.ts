/** What those hear who run the installation. */
import type { ErrorReply } from './error-reply.ts';

export const consoleErrors = {
  'view is for reading': {
    code: 403,
    status: 403,
    en: 'Who sees the account of others only reads: this is left to its people.',
    fr: 'Qui voit le compte d’autrui ne fait que lire : ceci revient à ses membres.',
    fix: {
      en: 'Leave the view, and have somebody of the account do it.',
      fr: 'Quittez la consultation, et laissez faire un membre du compte.',
    },
  },
} satisfies Record<string, ErrorReply>;
