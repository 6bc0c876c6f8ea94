/** The mail that a low balance sends. */
import { defineTexts } from './texts.ts';

export const alertTexts = defineTexts({
  en: {
    alert: 'Low balance',
    level: 'Alert level',
    levelHint:
      'Below it the account’s address gets one mail, until the balance is back. Empty: never.',
  },
  fr: {
    alert: 'Solde bas',
    level: 'Seuil d’alerte',
    levelHint:
      'En dessous, l’adresse du compte reçoit un e-mail, jusqu’au retour du solde. Vide : jamais.',
  },
});
