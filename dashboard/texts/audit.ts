/** Who changed what, in an account and in the installation. */
import { defineTexts } from './texts.ts';

export const auditTexts = defineTexts({
  en: {
    title: 'Audit trail',
    ofAccount: 'Who changed what in this account. Nothing here can be edited.',
    ofAll: 'Who changed what, and when. Nothing here can be edited.',
    none: 'Nothing was changed yet',
    noneOfAccount: 'Changes of keys, people, addresses and money appear here.',
    noneOfAll: 'Changes of accounts, keys, operators, routes, prices and limits appear here.',
    action: 'What',
    actionHint: 'How it begins: route.',
    at: 'When',
    actor: 'Who',
    actorHint: 'How it begins',
    target: 'Of',
    account: 'Account',
    details: 'Details',
    count: { one: '{count} change', other: '{count} changes' },
  },
  fr: {
    title: 'Journal d’audit',
    ofAccount: 'Qui a changé quoi dans ce compte. Rien ici ne peut être modifié.',
    ofAll: 'Qui a changé quoi, et quand. Rien ici ne peut être modifié.',
    none: 'Rien n’a encore été changé',
    noneOfAccount: 'Les changements de clés, personnes, adresses et argent apparaissent ici.',
    noneOfAll:
      'Les changements de comptes, clés, opérateurs, routes, tarifs et limites apparaissent ici.',
    action: 'Quoi',
    actionHint: 'Son début : route.',
    at: 'Quand',
    actor: 'Qui',
    actorHint: 'Son début',
    target: 'De quoi',
    account: 'Compte',
    details: 'Détails',
    count: { one: '{count} changement', other: '{count} changements' },
  },
});
