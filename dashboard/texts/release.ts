/** What is said where a caught mail is let go. */
import { defineTexts } from './texts.ts';

export const releaseTexts = defineTexts({
  en: {
    release: 'Release',
    releaseTitle: 'Release this email?',
    releaseEffect: {
      one: 'The email is sent to {count} recipient: {to}. It is sent once, at once, and cannot be cancelled.',
      other:
        'The email is sent to {count} recipients: {to}. It is sent once, at once, and cannot be cancelled.',
    },
    byRelay: 'It is sent through the relay.',
    byDirect: 'It is sent to the servers of its recipients.',
    noWayOut: 'PARLEY_MAIL_MODE is catcher, so the email cannot be released.',
    releaseTo: 'To another address instead',
    releaseToHint: 'Empty: to its own recipients.',
    outcomeSent: 'sent',
    outcomeNotSent: 'not sent',
    outcomeUnderWay: 'in progress',
    said: 'The server said',
    released: 'Result of the release',
  },
  fr: {
    release: 'Libérer',
    releaseTitle: 'Libérer ce message ?',
    releaseEffect: {
      one: 'L’e-mail est envoyé à {count} destinataire : {to}. Il part une seule fois, aussitôt, et ne peut pas être annulé.',
      other:
        'L’e-mail est envoyé à {count} destinataires : {to}. Il part une seule fois, aussitôt, et ne peut pas être annulé.',
    },
    byRelay: 'Il passe par le relais.',
    byDirect: 'Il va aux serveurs de ses destinataires.',
    noWayOut: 'PARLEY_MAIL_MODE vaut catcher : l’e-mail ne peut pas être libéré.',
    releaseTo: 'À une autre adresse à la place',
    releaseToHint: 'Vide : à ses propres destinataires.',
    outcomeSent: 'envoyé',
    outcomeNotSent: 'non envoyé',
    outcomeUnderWay: 'en cours',
    said: 'Le serveur a dit',
    released: 'Résultat de la libération',
  },
});
