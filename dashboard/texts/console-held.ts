/** What the page of held messages says. */
import { defineTexts } from './texts.ts';

export const heldTexts = defineTexts({
  en: {
    title: 'Held',
    lead: 'Messages and emails that fraud limits hold until an administrator decides. Without a decision they expire and are refunded.',
    messages: 'Messages',
    mails: 'Emails',
    none: 'Nothing is held',
    noMessages: 'Messages appear here when a limit of their account is set to “hold”.',
    noMails:
      'Emails appear here when too many emails of an account bounce or are reported as spam.',
    account: 'Account',
    why: 'Held because of',
    unknown: 'a limit',
    byLimit: 'a limit of the account',
    parts: 'Segments',
    since: 'Since',
    ends: 'Expires from',
    decide: 'Decide',
    send: 'Send',
    refuse: 'Refuse',
    sendTitle: 'Send the held messages of {account}?',
    refuseTitle: 'Refuse the held messages of {account}?',
    sendEffect: {
      one: '{count} is sent now. The limits apply to later messages again.',
      other: '{count} are sent now. The limits apply to later messages again.',
    },
    refuseEffect: {
      one: '{count} is not sent, is reported as undelivered, and is refunded.',
      other: '{count} are not sent, are reported as undelivered, and are refunded.',
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
    parts: 'Segments',
    since: 'Depuis',
    ends: 'Expire dès',
    decide: 'Décider',
    send: 'Envoyer',
    refuse: 'Refuser',
    sendTitle: 'Envoyer les messages retenus de {account} ?',
    refuseTitle: 'Refuser les messages retenus de {account} ?',
    sendEffect: {
      one: '{count} part maintenant. Les limites s’appliquent de nouveau aux messages suivants.',
      other:
        '{count} partent maintenant. Les limites s’appliquent de nouveau aux messages suivants.',
    },
    refuseEffect: {
      one: '{count} n’est pas envoyé, est annoncé comme non remis, et est remboursé.',
      other: '{count} ne sont pas envoyés, sont annoncés comme non remis, et sont remboursés.',
    },
  },
});
