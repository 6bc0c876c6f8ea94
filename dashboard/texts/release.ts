/** What is said where a caught mail is let go. */
import { defineTexts } from './texts.ts';

export const releaseTexts = defineTexts({
  en: {
    release: 'Release',
    releaseTitle: 'Release this mail?',
    releaseEffect: {
      one: 'It leaves this machine for {count} recipient: {to}. It goes once and at once, and cannot be taken back.',
      other:
        'It leaves this machine for {count} recipients: {to}. It goes once and at once, and cannot be taken back.',
    },
    byRelay: 'It goes by the relay.',
    byDirect: 'It goes to the servers of its recipients.',
    noWayOut: 'PARLEY_MAIL_MODE keeps all mail on this machine, so it cannot be released.',
    releaseTo: 'To another address instead',
    releaseToHint: 'Empty: to its own recipients.',
    outcomeSent: 'sent',
    outcomeNotSent: 'not sent',
    outcomeUnderWay: 'under way',
    said: 'The server said',
    released: 'What became of the release',
  },
  fr: {
    release: 'Libérer',
    releaseTitle: 'Libérer ce message ?',
    releaseEffect: {
      one: 'Il quitte cette machine pour {count} destinataire : {to}. Il part une fois et aussitôt, sans retour possible.',
      other:
        'Il quitte cette machine pour {count} destinataires : {to}. Il part une fois et aussitôt, sans retour possible.',
    },
    byRelay: 'Il passe par le relais.',
    byDirect: 'Il va aux serveurs de ses destinataires.',
    noWayOut:
      'PARLEY_MAIL_MODE retient tout le courrier sur cette machine : rien ne peut être libéré.',
    releaseTo: 'À une autre adresse à la place',
    releaseToHint: 'Vide : à ses propres destinataires.',
    outcomeSent: 'envoyé',
    outcomeNotSent: 'non envoyé',
    outcomeUnderWay: 'en cours',
    said: 'Le serveur a dit',
    released: 'La suite de la libération',
  },
});
