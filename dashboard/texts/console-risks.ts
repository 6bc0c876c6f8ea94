/** What the page of ranges that fraud calls says. */
import { defineTexts } from './texts.ts';

export const riskTexts = defineTexts({
  en: {
    title: 'High-risk numbers',
    lead: 'What fraud calls. No call is led to numbers that begin so, whatever was opened for an account, its own country included. Messages go there within an account’s own country, and where costly numbers are open to it.',
    add: 'Close a range',
    change: 'Change',
    remove: 'Open again',
    prefix: 'Numbers begin with',
    prefixHint: 'Digits with the calling code, such as 247',
    country: 'Country',
    reason: 'Why',
    since: 'Listed',
    actions: 'Actions',
    none: 'No range is listed',
    noneText: 'Premium, shared-cost and satellite numbers stay closed all the same.',
    save: 'Save',
    removeEffect:
      'Accounts for which the country is open, or whose own it is, may have calls led there again.',
  },
  fr: {
    title: 'Numéros à risque',
    lead: 'Ce que la fraude appelle. Aucun appel n’est conduit vers des numéros qui commencent ainsi, quoi qu’on ait ouvert à un compte, même dans son propre pays. Les messages y vont dans le pays du compte, et là où les numéros coûteux lui sont ouverts.',
    add: 'Fermer une plage',
    change: 'Modifier',
    remove: 'Rouvrir',
    prefix: 'Les numéros commencent par',
    prefixHint: 'Chiffres avec l’indicatif, comme 247',
    country: 'Pays',
    reason: 'Pourquoi',
    since: 'Inscrite',
    actions: 'Actions',
    none: 'Aucune plage n’est inscrite',
    noneText: 'Les numéros surtaxés, à coût partagé et satellites restent fermés de toute façon.',
    save: 'Enregistrer',
    removeEffect:
      'Les comptes auxquels ce pays est ouvert, ou dont il est le pays, peuvent de nouveau y faire conduire des appels.',
  },
});
