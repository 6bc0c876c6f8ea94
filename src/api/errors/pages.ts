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
  'setup link is not valid': {
    code: 403,
    status: 403,
    en: 'The setup link is not valid, or no longer.',
    fr: 'Le lien d’installation n’est pas valable, ou ne l’est plus.',
    fix: {
      en: 'Make a fresh one: parley setup-link.',
      fr: 'Créez-en un neuf : parley setup-link.',
    },
  },
  'setup is done': {
    code: 409,
    status: 409,
    en: 'An administrator exists already.',
    fr: 'Un administrateur existe déjà.',
    fix: {
      en: 'Sign in, or be invited.',
      fr: 'Connectez-vous, ou faites-vous inviter.',
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
  'password is too short': {
    code: 9,
    status: 400,
    en: 'The password must have at least {min} characters.',
    fr: 'Le mot de passe doit avoir au moins {min} caractères.',
    fix: {
      en: 'Take a longer one; a sentence is good.',
      fr: 'Prenez-en un plus long ; une phrase convient.',
    },
  },
  'password is too long': {
    code: 9,
    status: 400,
    en: 'The password must have at most {max} bytes.',
    fr: 'Le mot de passe doit avoir au plus {max} octets.',
    fix: {
      en: 'Take a shorter one.',
      fr: 'Prenez-en un plus court.',
    },
  },
} satisfies Record<string, ErrorReply>;
