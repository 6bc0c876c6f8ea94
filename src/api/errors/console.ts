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
  'mail has no way out': {
    code: 409,
    status: 409,
    en: 'PARLEY_MAIL_MODE keeps all mail on this machine: there is no relay and no way to other servers.',
    fr: 'PARLEY_MAIL_MODE retient tout le courrier sur cette machine : il n’y a ni relais ni voie vers d’autres serveurs.',
    fix: {
      en: 'Set PARLEY_MAIL_MODE to relay or direct.',
      fr: 'Réglez PARLEY_MAIL_MODE sur relay ou direct.',
    },
  },
} satisfies Record<string, ErrorReply>;
