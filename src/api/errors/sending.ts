/** What is wrong with a message as a whole, and which bound of the account it meets. */
import type { ErrorReply } from './error-reply.ts';

export const sendingErrors = {
  'message is missing': {
    code: 43,
    status: 400,
    en: 'The message is required.',
    fr: 'Le message est obligatoire.',
    fix: {
      en: 'Give message.',
      fr: 'Donnez message.',
    },
  },
  'text is blank': {
    code: 43,
    status: 400,
    en: 'The message has blanks alone.',
    fr: 'Le message ne contient que des blancs.',
    fix: {
      en: 'Give message a text that people can see.',
      fr: 'Donnez à message un texte visible.',
    },
  },
  'text has an unsendable character': {
    code: 9,
    status: 400,
    en: 'Character {position} of the message, U+{code}, cannot be sent: it is a control character or half of a surrogate pair.',
    fr: 'Le caractère {position} du message, U+{code}, ne peut être envoyé : c’est un caractère de contrôle ou la moitié d’une paire de substitution.',
    fix: {
      en: 'Leave it out; write line breaks as `:br:` or a line feed.',
      fr: 'Retirez-le ; les sauts de ligne s’écrivent `:br:` ou par un saut de ligne.',
    },
  },
  'text is empty': {
    code: 43,
    status: 400,
    en: 'The message has no text.',
    fr: 'Le message n’a pas de texte.',
    fix: {
      en: 'Write a text; blanks alone are none.',
      fr: 'Écrivez un texte ; des espaces seules n’en sont pas un.',
    },
  },
  'text is too long': {
    code: 52,
    status: 400,
    en: 'The message has {parts} parts; {partsMax} is the most.',
    fr: 'Le message a {parts} parties ; {partsMax} est le maximum.',
    fix: {
      en: 'Shorten it; preview names the characters that make parts short.',
      fr: 'Raccourcissez-le ; preview nomme les caractères qui raccourcissent les parties.',
    },
  },
  'limit is reached': {
    code: 429,
    status: 429,
    en: 'The limit {rule} of the account is reached: {max}. Try again later.',
    fr: 'La limite {rule} du compte est atteinte : {max}. Réessayez plus tard.',
    fix: {
      en: 'Wait as long as Retry-After says, or ask for a higher limit.',
      fr: 'Attendez le temps qu’indique Retry-After, ou demandez une limite plus haute.',
    },
  },
  'too much is spent': {
    code: 40,
    status: 403,
    en: 'The spending limit {rule} is reached: {max} {currency}.',
    fr: 'La limite de dépense {rule} est atteinte : {max} {currency}.',
    fix: {
      en: 'Wait for the next day, or have the limit raised.',
      fr: 'Attendez le lendemain, ou faites relever la limite.',
    },
  },
  'simulator is off': {
    code: 96,
    status: 403,
    en: 'Test keys cannot send: the built-in operator of this installation is off.',
    fr: 'Les clés de test ne peuvent pas envoyer : l’opérateur simulé est arrêté.',
    fix: {
      en: 'Use a live key, or start with PARLEY_SIMULATOR=on.',
      fr: 'Employez une clé réelle, ou démarrez avec PARLEY_SIMULATOR=on.',
    },
  },
  'balance is too low': {
    code: 11,
    status: 402,
    en: 'The balance is too low: {balance} {currency} is left, the message costs {cost}.',
    fr: 'Le solde est insuffisant : il reste {balance} {currency}, le message coûte {cost}.',
    fix: {
      en: 'Have the account credited: parley account topup.',
      fr: 'Faites créditer le compte : parley account topup.',
    },
  },
  'idempotency key was used for another request': {
    code: 409,
    status: 409,
    en: 'This idempotency key was used for another request.',
    fr: 'Cette clé d’idempotence a servi pour une autre requête.',
    fix: {
      en: 'Make a new key for each new request.',
      fr: 'Créez une nouvelle clé pour chaque nouvelle requête.',
    },
  },
  'too many report addresses': {
    code: 9,
    status: 400,
    en: 'The account sends its reports to too many addresses already.',
    fr: 'Le compte envoie déjà ses rapports à trop d’adresses.',
    fix: {
      en: 'Set one URL for the account, and tell messages apart by tag.',
      fr: 'Réglez une seule URL pour le compte, et distinguez les messages par tag.',
    },
  },
  overloaded: {
    code: 500,
    status: 503,
    en: 'Too many messages are waiting. Try again later.',
    fr: 'Trop de messages sont en attente. Réessayez plus tard.',
    fix: {
      en: 'Send it again after Retry-After with the same Idempotency-Key.',
      fr: 'Renvoyez-la après Retry-After, avec la même Idempotency-Key.',
    },
  },
} satisfies Record<string, ErrorReply>;
