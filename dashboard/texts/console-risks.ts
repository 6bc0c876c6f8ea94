/** What the page of ranges that fraud calls says. */
import { defineTexts } from './texts.ts';

export const riskTexts = defineTexts({
  en: {
    title: 'High-risk numbers',
    lead: 'Number ranges used by fraud. Calls to them are always blocked, even in an account’s own country. Messages are allowed within the account’s own country, and if the account may send to costly numbers.',
    add: 'Add a range',
    change: 'Change',
    remove: 'Remove',
    prefix: 'Numbers begin with',
    prefixHint: 'Digits with the calling code, such as 247',
    country: 'Country',
    reason: 'Why',
    since: 'Listed',
    actions: 'Actions',
    none: 'No range is listed',
    noneText: 'Premium, shared-cost and satellite numbers stay closed all the same.',
    save: 'Save',
    removeEffect: 'Accounts that may call the country can call these numbers again.',
  },
  fr: {
    title: 'Numéros à risque',
    lead: 'Plages de numéros utilisées par la fraude. Les appels y sont toujours bloqués, même dans le pays du compte. Les messages sont permis dans le pays du compte, et si le compte peut envoyer vers des numéros coûteux.',
    add: 'Ajouter une plage',
    change: 'Modifier',
    remove: 'Retirer',
    prefix: 'Les numéros commencent par',
    prefixHint: 'Chiffres avec l’indicatif, comme 247',
    country: 'Pays',
    reason: 'Pourquoi',
    since: 'Inscrite',
    actions: 'Actions',
    none: 'Aucune plage n’est inscrite',
    noneText: 'Les numéros surtaxés, à coût partagé et satellites restent fermés de toute façon.',
    save: 'Enregistrer',
    removeEffect: 'Les comptes qui peuvent appeler ce pays peuvent de nouveau appeler ces numéros.',
  },
});
