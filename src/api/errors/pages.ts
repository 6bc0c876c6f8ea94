/** What the pages ask. */
import type { ErrorReply } from './error-reply.ts';

export const pageErrors = {
  'request is not from our page': {
    code: 403,
    status: 403,
    en: 'Only the pages of this installation may ask this.',
    fr: 'Seules les pages de cette installation peuvent le demander.',
    fix: {
      en: 'Programs use the commands under /v1/ with a key.',
      fr: 'Les programmes emploient les commandes sous /v1/ avec une clé.',
    },
  },
  'request opens no WebSocket': {
    code: 426,
    status: 426,
    en: 'This address speaks WebSocket alone (RFC 6455, version 13).',
    fr: 'Cette adresse ne parle que WebSocket (RFC 6455, version 13).',
    fix: {
      en: 'Open it as a WebSocket; a proxy in front must pass Upgrade on.',
      fr: 'Ouvrez-la comme WebSocket ; un proxy placé devant doit transmettre Upgrade.',
    },
  },
  'host is another one': {
    code: 421,
    status: 421,
    en: 'This installation has another name; its pages answer there alone.',
    fr: 'Cette installation a un autre nom ; ses pages ne répondent que là.',
    fix: {
      en: 'Open the name of PARLEY_PUBLIC_URL.',
      fr: 'Ouvrez le nom de PARLEY_PUBLIC_URL.',
    },
  },
  'email is not an address': {
    code: 9,
    status: 400,
    en: 'The e-mail address is not valid.',
    fr: 'L’adresse e-mail n’est pas valable.',
    fix: {
      en: 'Write one address, such as ann@example.com.',
      fr: 'Écrivez une seule adresse, par exemple ann@example.com.',
    },
  },
} satisfies Record<string, ErrorReply>;
