/** What the pages have in common on which an SMS or an email is written. */
import { defineTexts } from './texts.ts';

export const sendingTexts = defineTexts({
  en: {
    to: 'To',
    sender: 'Sender',
    tag: 'Tag',
    tagHint: 'To find it again. Optional.',
    preview: 'What will happen',
    totalCost: 'Total cost',
    balance: 'Balance',
    send: 'Send',
    sendLater: 'Schedule',
    sentTitle: 'Accepted',
    open: 'See what happens',
    another: 'Write another',
  },
  fr: {
    to: 'À',
    sender: 'Expéditeur',
    tag: 'Étiquette',
    tagHint: 'Pour le retrouver. Facultatif.',
    preview: 'Ce qui va se passer',
    totalCost: 'Coût total',
    balance: 'Solde',
    send: 'Envoyer',
    sendLater: 'Programmer',
    sentTitle: 'Accepté',
    open: 'Voir ce qui se passe',
    another: 'En écrire un autre',
  },
});
