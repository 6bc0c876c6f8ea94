/** The search, the keys, and the warning before a session ends. */
import { defineTexts } from './texts.ts';

export const keysTexts = defineTexts({
  en: {
    results: 'Results',
    nothingFound: 'Nothing has this key. Search by a whole phone, message id, tag or webhook id.',
    message: 'Message {id}',
    reply: 'Reply',
    stop: 'On the STOP list',
    searchKey: 'Search',
    helpKey: 'This help',
    closeKey: 'Close a dialog',
    letters: 'Single keys',
    lettersHint: 'Switch them off if they get in the way of your voice or your keyboard.',
    endsTitle: 'Still there?',
    endsText: 'You will be signed out in two minutes, because nothing was done for a while.',
    stay: 'Stay signed in',
  },
  fr: {
    results: 'Résultats',
    nothingFound:
      'Rien n’a cette clé. Cherchez un téléphone entier, un numéro de message, une étiquette ou un identifiant de webhook.',
    message: 'Message {id}',
    reply: 'Réponse',
    stop: 'Sur la liste STOP',
    searchKey: 'Rechercher',
    helpKey: 'Cette aide',
    closeKey: 'Fermer une fenêtre',
    letters: 'Touches seules',
    lettersHint: 'Désactivez-les si elles gênent votre voix ou votre clavier.',
    endsTitle: 'Toujours là ?',
    endsText: 'Vous serez déconnecté dans deux minutes, car rien ne s’est passé depuis un moment.',
    stay: 'Rester connecté',
  },
});
