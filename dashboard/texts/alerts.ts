/** The mail that a low balance sends. */
import { defineTexts } from './texts.ts';

export const alertTexts = defineTexts({
  en: {
    alert: 'Low balance',
    level: 'Alert level',
    levelHint:
      'Below this balance, the account’s address gets one email, until the balance is above it again. Empty: never.',
  },
  fr: {
    alert: 'Solde bas',
    level: 'Seuil d’alerte',
    levelHint:
      'En dessous de ce solde, l’adresse du compte reçoit un e-mail, jusqu’à ce que le solde remonte. Vide : jamais.',
  },
});
