/** What the pages ask. */
import type { ErrorReply } from './error-reply.ts';

export const pageErrors = {
  'request is not from our page': {
    code: 403,
    status: 403,
    en: 'Only the dashboard of this installation may send this request.',
    fr: 'Seul le tableau de bord de cette installation peut envoyer cette requête.',
    fix: {
      en: 'Programs use the commands under /v1/ with an API key.',
      fr: 'Les programmes utilisent les commandes sous /v1/ avec une clé d’API.',
    },
  },
  'request opens no WebSocket': {
    code: 426,
    status: 426,
    en: 'This URL only accepts WebSocket connections (RFC 6455, version 13).',
    fr: 'Cette URL n’accepte que des connexions WebSocket (RFC 6455, version 13).',
    fix: {
      en: 'Open it as a WebSocket. A proxy in front must forward the Upgrade header.',
      fr: 'Ouvrez-la comme WebSocket. Un proxy placé devant doit transmettre l’en-tête Upgrade.',
    },
  },
  'host is another one': {
    code: 421,
    status: 421,
    en: 'This installation has a different host name; its pages are only served there.',
    fr: 'Cette installation a un autre nom d’hôte ; ses pages ne sont servies que là.',
    fix: { en: 'Open the URL in PARLEY_PUBLIC_URL.', fr: 'Ouvrez l’URL de PARLEY_PUBLIC_URL.' },
  },
  'email is not an address': {
    code: 9,
    status: 400,
    en: 'The email address is not valid.',
    fr: 'L’adresse e-mail n’est pas valide.',
    fix: {
      en: 'Write one address, such as ann@example.com.',
      fr: 'Écrivez une seule adresse, par exemple ann@example.com.',
    },
  },
} satisfies Record<string, ErrorReply>;
