/** What people are told where an email is refused, whichever door it came by. */
import type { NounWords } from '#core/words.ts';

export const askedRefusals = {
  'recipient address is malformed': {
    kind: 'invalid',
    en: '{address} is not an email address.',
    fr: '{address} n’est pas une adresse e-mail.',
    fix: {
      en: 'Write one address, such as ann@example.com.',
      fr: 'Écrivez une seule adresse, par exemple ann@example.com.',
    },
  },
  'mail sender is missing': {
    kind: 'invalid',
    en: 'The account has no default sender.',
    fr: 'Le compte n’a pas d’expéditeur par défaut.',
    fix: {
      en: 'Give a sender, or set a default one with parley sender default.',
      fr: 'Indiquez un expéditeur, ou définissez-en un par défaut avec parley sender default.',
    },
  },
  'mail sender is malformed': {
    kind: 'invalid',
    en: 'The sender must have a valid email address.',
    fr: 'L’expéditeur doit avoir une adresse e-mail valide.',
    fix: {
      en: 'Write an address such as hello@acme.example.',
      fr: 'Écrivez une adresse comme hello@acme.example.',
    },
  },
  'mail sender is not verified': {
    kind: 'forbidden',
    en: 'The account has not verified the sender {sender}.',
    fr: 'Le compte n’a pas vérifié l’expéditeur {sender}.',
    fix: {
      en: 'Verify its domain with parley domain add, then parley domain check.',
      fr: 'Vérifiez son domaine avec parley domain add, puis parley domain check.',
    },
  },
  'reply address is malformed': {
    kind: 'invalid',
    en: 'The reply address {address} is not an email address.',
    fr: 'L’adresse de réponse {address} n’est pas une adresse e-mail.',
    fix: {
      en: 'Write one address, such as ann@example.com.',
      fr: 'Écrivez une seule adresse, par exemple ann@example.com.',
    },
  },
  'value has too many octets': {
    kind: 'invalid',
    en: '{name} has more than {max} bytes.',
    fr: '{name} a plus de {max} octets.',
    fix: { en: 'Shorten it.', fr: 'Raccourcissez-le.' },
  },
  'too many attachments': {
    kind: 'invalid',
    en: 'An email can have at most {max} attachments.',
    fr: 'Un e-mail peut avoir au plus {max} pièces jointes.',
    fix: {
      en: 'Combine files, or link to them.',
      fr: 'Réunissez des fichiers, ou mettez des liens.',
    },
  },
  'attachment is malformed': {
    kind: 'invalid',
    en: 'Attachment {place} is not valid base64, or its type is not one such as image/png.',
    fr: 'La pièce jointe {place} n’est pas du base64 valide, ou son type n’est pas de la forme image/png.',
    fix: {
      en: 'Encode the file in base64, without a data: prefix.',
      fr: 'Encodez le fichier en base64, sans préfixe data:.',
    },
  },
  'attachment is too large': {
    kind: 'invalid',
    en: 'Attachment {place} has more than {max} bytes.',
    fr: 'La pièce jointe {place} a plus de {max} octets.',
    fix: {
      en: 'Link to large files instead of attaching them.',
      fr: 'Mettez un lien vers les gros fichiers au lieu de les joindre.',
    },
  },
  'attachment is refused': {
    kind: 'invalid',
    en: 'Attachment {place} is a program: {extension} is not accepted.',
    fr: 'La pièce jointe {place} est un programme : {extension} n’est pas accepté.',
    fix: { en: 'Send another format, or a link.', fr: 'Envoyez un autre format, ou un lien.' },
  },
  'recipients are suppressed': {
    kind: 'conflict',
    en: '{address} is on the suppression list.',
    fr: '{address} est sur la liste de suppression.',
    fix: {
      en: 'Remove the address from the recipients. If the person wants emails again, use parley suppression release.',
      fr: 'Retirez l’adresse des destinataires. Si la personne veut de nouveau recevoir des e-mails, utilisez parley suppression release.',
    },
  },
  'mail is too large': {
    kind: 'invalid',
    en: 'The email has more than {max} bytes.',
    fr: 'L’e-mail a plus de {max} octets.',
    fix: {
      en: 'Link to large files instead of attaching them.',
      fr: 'Mettez un lien vers les gros fichiers au lieu de les joindre.',
    },
  },
  'mail has no price': {
    kind: 'conflict',
    en: 'The account has no price for emails.',
    fr: 'Le compte n’a pas de tarif pour les e-mails.',
    fix: {
      en: 'Ask the administrator of this server to set one.',
      fr: 'Demandez à l’administrateur de ce serveur d’en fixer un.',
    },
  },
  'value is too long': {
    kind: 'invalid',
    en: '{name} has more than {max} characters.',
    fr: '{name} a plus de {max} caractères.',
    fix: { en: 'Shorten it.', fr: 'Raccourcissez-le.' },
  },
  'value has a control character': {
    kind: 'invalid',
    en: '{name} contains a control character.',
    fr: '{name} contient un caractère de contrôle.',
    fix: {
      en: 'Remove characters such as tabs and line breaks.',
      fr: 'Retirez les caractères tels que tabulations et sauts de ligne.',
    },
  },
} as const satisfies NounWords['refusals'];
