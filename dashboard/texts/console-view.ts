/** What is said where an administrator sees an account as its people do. */
import { defineTexts } from './texts.ts';

export const viewTexts = defineTexts({
  en: {
    viewAs: 'View as',
    title: 'View the account as its members do',
    text: 'For 30 minutes you can read what its members can read, including contents, but change nothing. Its audit log records the view and your reason.',
    reason: 'Reason',
    reasonHint: 'Such as the number of a ticket; the account reads it.',
    begin: 'View for 30 minutes',
    banner: 'Read-only view of {account}: {reason}. It ends at',
    end: 'End',
  },
  fr: {
    viewAs: 'Voir comme',
    title: 'Voir le compte comme ses membres',
    text: 'Pendant 30 minutes, vous pouvez lire ce que lisent ses membres, contenus compris, sans rien changer. Son journal d’audit note la consultation et votre raison.',
    reason: 'Raison',
    reasonHint: 'Par exemple le numéro d’un ticket ; le compte la lit.',
    begin: 'Voir pendant 30 minutes',
    banner: 'Consultation de {account} en lecture seule : {reason}. Elle se termine à',
    end: 'Terminer',
  },
});
