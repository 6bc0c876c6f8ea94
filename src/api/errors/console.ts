/** What those hear who run the installation. */
import type { ErrorReply } from './error-reply.ts';

export const consoleErrors = {
  'view is for reading': {
    code: 403,
    status: 403,
    en: 'Who sees the account of others only reads: this is left to its people.',
    fr: 'Qui voit le compte d’autrui ne fait que lire : ceci revient à ses membres.',
  },
  'operator is there': {
    code: 409,
    status: 409,
    en: 'There is an operator of this name already.',
    fr: 'Il y a déjà un opérateur de ce nom.',
  },
  'operator is built in': {
    code: 409,
    status: 409,
    en: 'This operator is built in: the setting PARLEY_SIMULATOR switches it off.',
    fr: 'Cet opérateur est intégré : le réglage PARLEY_SIMULATOR le désactive.',
  },
  'trunk is there': {
    code: 409,
    status: 409,
    en: 'There is a trunk of this name already.',
    fr: 'Il y a déjà une liaison de ce nom.',
  },
  'trunk is built in': {
    code: 409,
    status: 409,
    en: 'This trunk is built in: the server sets it at each start, and PARLEY_SIMULATOR switches it off.',
    fr: 'Cette liaison est intégrée : le serveur la règle à chaque démarrage, et PARLEY_SIMULATOR la désactive.',
  },
  'mail has no way out': {
    code: 409,
    status: 409,
    en: 'PARLEY_MAIL_MODE keeps all mail on this machine: there is no relay and no way to other servers.',
    fr: 'PARLEY_MAIL_MODE retient tout le courrier sur cette machine : il n’y a ni relais ni voie vers d’autres serveurs.',
  },
} satisfies Record<string, ErrorReply>;
