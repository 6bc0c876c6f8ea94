/** The search, the keys, and the warning before a session ends. */
import { defineTexts } from './texts.ts';

export const keysTexts = defineTexts({
  en: {
    results: 'Results',
    action: 'Action',
    nothingFound:
      'Nothing has this key. Search by a whole phone, address, message id, tag, or the id of a webhook, a request, a call or an operator. What an operator calls a message is found while its report is awaited, and later among the newest 20,000 parts; an email by its tag among the newest 2,000.',
    message: 'Message {id}',
    reply: 'Reply',
    call: 'Call {id}',
    email: 'Email {id}',
    suppressed: 'On the suppression list',
    stop: 'On the STOP list',
    searchKey: 'Search',
    helpKey: 'This help',
    closeKey: 'Close a dialog',
    letters: 'Single keys',
    lettersHint: 'Switch them off if they get in the way of your voice or your keyboard.',
    endsTitle: 'Still there?',
    endsText: 'You will be signed out in two minutes, because nothing was done for a while.',
    stay: 'Stay signed in',
    lastTitle: 'Your session ends',
    lastText:
      'You will be signed out in two minutes: a session lasts no longer, whatever you do. Save what you are writing, then sign in again.',
    signInAgain: 'Sign in again',
    finish: 'Finish first',
    rows: 'Rows of a list',
    selectRow: 'Select the row',
  },
  fr: {
    results: 'Résultats',
    action: 'Action',
    nothingFound:
      'Rien n’a cette clé. Cherchez un téléphone entier, une adresse, un numéro de message, une étiquette, ou l’identifiant d’un webhook, d’une requête, d’un appel ou d’un opérateur. L’identifiant de l’opérateur se trouve tant que le rapport est attendu, ensuite parmi les 20 000 parties les plus récentes ; un e-mail par son étiquette parmi les 2 000 plus récents.',
    message: 'Message {id}',
    reply: 'Réponse',
    call: 'Appel {id}',
    email: 'E-mail {id}',
    suppressed: 'Sur la liste des suppressions',
    stop: 'Sur la liste STOP',
    searchKey: 'Rechercher',
    helpKey: 'Cette aide',
    closeKey: 'Fermer une fenêtre',
    letters: 'Touches seules',
    lettersHint: 'Désactivez-les si elles gênent votre voix ou votre clavier.',
    endsTitle: 'Toujours là ?',
    endsText: 'Vous serez déconnecté dans deux minutes, car rien ne s’est passé depuis un moment.',
    stay: 'Rester connecté',
    lastTitle: 'Votre session se termine',
    lastText:
      'Vous serez déconnecté dans deux minutes : une session ne dure pas plus longtemps, quoi que vous fassiez. Enregistrez ce que vous écrivez, puis reconnectez-vous.',
    signInAgain: 'Se reconnecter',
    finish: 'Terminer d’abord',
    rows: 'Lignes d’une liste',
    selectRow: 'Sélectionner la ligne',
  },
});
