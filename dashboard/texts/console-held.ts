/** What the page of held messages says. */
import { defineTexts } from './texts.ts';

export const heldTexts = defineTexts({
  en: {
    title: 'Held',
    lead: 'Messages and mails that fraud limits hold until an administrator decides. Without a decision they expire and are refunded.',
    messages: 'Messages',
    mails: 'Mails',
    none: 'Nothing is held',
    noMessages: 'Messages appear here when a limit of their account is set to “hold”.',
    noMails: 'Mails appear here when too many mails of an account bounce or are reported as spam.',
    account: 'Account',
    why: 'Held because of',
    unknown: 'a limit',
    byLimit: 'a limit of the account',
    parts: 'Parts',
    since: 'Since',
    ends: 'Expires from',
    decide: 'Decide',
    send: 'Send',
    refuse: 'Refuse',
    sendTitle: 'Send what is held of {account}?',
    refuseTitle: 'Refuse what is held of {account}?',
    sendEffect: {
      one: '{count} leaves now. What comes after is judged by the limits again.',
      other: '{count} leave now. What comes after is judged by the limits again.',
    },
    refuseEffect: {
      one: '{count} is not sent, is told as such, and its money goes back to the account.',
      other: '{count} are not sent, are told as such, and their money goes back to the account.',
    },
  },
  fr: {
    title: 'Retenus',
    lead: 'Messages et e-mails que les limites contre la fraude retiennent jusqu’à la décision d’un administrateur. Sans décision, ils expirent et sont remboursés.',
    messages: 'Messages',
    mails: 'E-mails',
    none: 'Rien n’est retenu',
    noMessages: 'Les messages apparaissent ici quand une limite de leur compte dit « retenir ».',
    noMails:
      'Les e-mails apparaissent ici quand trop d’e-mails d’un compte sont refusés ou signalés comme spam.',
    account: 'Compte',
    why: 'Retenu à cause de',
    unknown: 'une limite',
    byLimit: 'une limite du compte',
    parts: 'Parties',
    since: 'Depuis',
    ends: 'Expire dès',
    decide: 'Décider',
    send: 'Envoyer',
    refuse: 'Refuser',
    sendTitle: 'Envoyer ce qui est retenu de {account} ?',
    refuseTitle: 'Refuser ce qui est retenu de {account} ?',
    sendEffect: {
      one: '{count} part maintenant. Les limites jugent de nouveau la suite.',
      other: '{count} partent maintenant. Les limites jugent de nouveau la suite.',
    },
    refuseEffect: {
      one: '{count} n’est pas envoyé, cela est annoncé, et son argent revient au compte.',
      other: '{count} ne sont pas envoyés, cela est annoncé, et leur argent revient au compte.',
    },
  },
});
