/** What is said where a table of prices is checked, set and taken back. */
import { defineTexts } from './texts.ts';

export const priceTexts = defineTexts({
  en: {
    check: 'Check',
    plan: 'New: {added}. Changed: {changed}. Unchanged: {same}.',
    removeTitle: 'Remove this price?',
    price: '{prefix} for {account} ({from}): {price}.',
    toEverybody: 'all accounts',
    ofAccount: 'account {id}',
    changesNothing: 'Another price applies instead, so nothing changes.',
    servedBy: 'Its numbers cost {price} then, by the price of {prefix} for {account}.',
    servedByNone: 'Its numbers have no price then: messages to them are refused.',
    servedByUnknown:
      'There are more prices than can be compared here: look at shorter prefixes first.',
    removed: 'The price is removed.',
    undone: 'The change was undone.',
  },
  fr: {
    check: 'Vérifier',
    plan: 'Nouveaux : {added}. Changés : {changed}. Inchangés : {same}.',
    removeTitle: 'Supprimer ce tarif ?',
    price: '{prefix} pour {account} ({from}) : {price}.',
    toEverybody: 'tous les comptes',
    ofAccount: 'le compte {id}',
    changesNothing: 'Un autre tarif est en vigueur à sa place : rien ne change.',
    servedBy: 'Ses numéros coûtent alors {price}, par le tarif de {prefix} pour {account}.',
    servedByNone: 'Ses numéros n’ont alors plus de tarif : les messages vers eux sont refusés.',
    servedByUnknown:
      'Il y a plus de tarifs qu’on ne peut en comparer ici : regardez d’abord les préfixes plus courts.',
    removed: 'Le tarif est supprimé.',
    undone: 'Le changement est annulé.',
  },
});
