/** What is said where an administrator sees an account as its people do. */
import { defineTexts } from './texts.ts';

export const viewTexts = defineTexts({
  en: {
    viewAs: 'View as',
    title: 'See the account as its people do',
    text: 'For 30 minutes you read what its people read, contents too, and change nothing. Its audit trail says so, with your reason.',
    reason: 'Reason',
    reasonHint: 'Such as the number of a ticket; the account reads it.',
    begin: 'View for 30 minutes',
    banner: 'You see {account} as its people do, read only: {reason}. It ends by itself at',
    end: 'End',
  },
  fr: {
    viewAs: 'Voir comme',
    title: 'Voir le compte comme ses membres',
    text: 'Pendant 30 minutes vous lisez ce que lisent ses membres, contenus compris, sans rien changer. Son journal d’audit le dit, avec votre raison.',
    reason: 'Raison',
    reasonHint: 'Par exemple le numéro d’un ticket ; le compte la lit.',
    begin: 'Voir pendant 30 minutes',
    banner:
      'Vous voyez {account} comme ses membres, en lecture seule : {reason}. Cela se termine tout seul à',
    end: 'Terminer',
  },
});
