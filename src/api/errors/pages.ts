/** What the pages ask. */
import type { ErrorReply } from './error-reply.ts';

export const pageErrors = {
  'request is not from our page': {
    code: 403,
    status: 403,
    en: 'Only the pages of this installation may ask this.',
    fr: 'Seules les pages de cette installation peuvent le demander.',
  },
  'request opens no WebSocket': {
    code: 426,
    status: 426,
    en: 'This address speaks WebSocket alone (RFC 6455, version 13).',
    fr: 'Cette adresse ne parle que WebSocket (RFC 6455, version 13).',
  },
  'host is another one': {
    code: 421,
    status: 421,
    en: 'This installation has another name; its pages answer there alone.',
    fr: 'Cette installation a un autre nom ; ses pages ne répondent que là.',
  },
  'setup link is not valid': {
    code: 403,
    status: 403,
    en: 'The setup link is not valid, or no longer.',
    fr: 'Le lien d’installation n’est pas valable, ou ne l’est plus.',
  },
  'setup is done': {
    code: 409,
    status: 409,
    en: 'An administrator exists already.',
    fr: 'Un administrateur existe déjà.',
  },
  'email is not an address': {
    code: 9,
    status: 400,
    en: 'The e-mail address is not valid.',
    fr: 'L’adresse e-mail n’est pas valable.',
  },
  'password is too short': {
    code: 9,
    status: 400,
    en: 'The password must have at least {min} characters.',
    fr: 'Le mot de passe doit avoir au moins {min} caractères.',
  },
  'password is too long': {
    code: 9,
    status: 400,
    en: 'The password must have at most {max} bytes.',
    fr: 'Le mot de passe doit avoir au plus {max} octets.',
  },
} satisfies Record<string, ErrorReply>;
