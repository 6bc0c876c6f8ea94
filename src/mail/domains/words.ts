/** What people are told of sending domains and senders. */
import type { NounWords, Sentence } from '#core/words.ts';

export const domainForms = {
  domain: { en: 'a domain such as example.com', fr: 'un domaine comme example.com' },
  address: {
    en: 'an e-mail address such as news@example.com',
    fr: 'une adresse comme news@example.com',
  },
  name: {
    en: 'a name of at most 100 characters on one line',
    fr: 'un nom de 100 caractères au plus sur une ligne',
  },
} satisfies Record<string, Sentence>;

export const domainWords = {
  does: {
    'domain list': {
      en: 'Lists the domains that an account sends from, with their keys.',
      fr: 'Liste les domaines d’où un compte envoie, avec leurs clés.',
    },
    'domain all': {
      en: 'Lists the domains that all accounts send from.',
      fr: 'Liste les domaines d’où envoient tous les comptes.',
    },
    'domain add': {
      en: 'Adds a domain that an account sends emails from, and says what its DNS needs.',
      fr: 'Ajoute un domaine d’où un compte envoie des e-mails, et dit ce que son DNS doit avoir.',
    },
    'domain show': {
      en: 'Shows a domain and the DNS records that it needs.',
      fr: 'Montre un domaine et les enregistrements DNS qu’il lui faut.',
    },
    'domain check': {
      en: 'Asks the DNS for what a domain needs; the first account that proves a domain has it.',
      fr: 'Demande au DNS ce qu’il faut à un domaine ; le premier compte qui le prouve l’a.',
    },
    'domain rotate': {
      en: 'Signs with the next RSA key of a domain from now on, and makes the one behind it.',
      fr: 'Signe désormais avec la prochaine clé RSA d’un domaine, et crée la suivante.',
    },
    'domain keep': {
      en: 'Keeps what is sent from a domain in the mail catcher, whatever PARLEY_MAIL_MODE says; what was accepted before still leaves.',
      fr: 'Garde dans la boîte de test ce qui part d’un domaine, quoi que dise PARLEY_MAIL_MODE ; ce qui était déjà accepté part encore.',
    },
    'domain remove': {
      en: 'Removes a domain with its keys; nothing is sent from it any more.',
      fr: 'Retire un domaine et ses clés ; plus rien n’en part.',
    },
  },
  fields: {
    domain: { shape: 'DOMAIN', says: 'Such as example.com.' },
    account: { shape: 'ID', says: 'Whose, where several accounts have it.' },
    force: { shape: '', says: 'Also if the DNS does not have the next key yet: commands only.' },
    off: { shape: '', says: 'Lets it leave again.' },
  },
  refusals: {
    'domain is not there': {
      kind: 'unknown',
      en: 'There is no domain {domain}.',
      fr: 'Il n’y a pas de domaine {domain}.',
      fix: {
        en: '`parley domain all` lists those that are there.',
        fr: '`parley domain all` liste ceux qui sont là.',
      },
    },
    'several accounts have the domain': {
      kind: 'conflict',
      en: 'Several accounts have {domain}: say which by {.account}.',
      fr: 'Plusieurs comptes ont {domain} : dites lequel par {.account}.',
      fix: { en: 'Name the account.', fr: 'Nommez le compte.' },
    },
    'domain is there': {
      kind: 'conflict',
      en: '{domain} is a domain of that account already.',
      fr: '{domain} est déjà un domaine de ce compte.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'domain is a mailbox provider': {
      kind: 'conflict',
      en: '{domain} is a public mailbox provider and cannot be a sending domain.',
      fr: '{domain} a des boîtes de tout le monde : personne n’envoie pour toutes.',
      fix: { en: 'Take a domain of your own.', fr: 'Prenez un domaine à vous.' },
    },
    'domain is of another account': {
      kind: 'conflict',
      en: '{domain} was proved by another account.',
      fr: '{domain} a été prouvé par un autre compte.',
      fix: { en: 'Remove it there first.', fr: 'Retirez-le d’abord là-bas.' },
    },
    'too many domains': {
      kind: 'conflict',
      en: 'An account has {max} domains at most.',
      fr: 'Un compte a {max} domaines au plus.',
      fix: { en: 'Remove a domain that nobody needs.', fr: 'Retirez un domaine inutile.' },
    },
    'next key is not in the DNS': {
      kind: 'conflict',
      en: 'The next key is not in the DNS yet, so receivers could not verify signatures. Check the domain first.',
      fr: 'La prochaine clé n’est pas encore dans le DNS : les destinataires ne pourraient pas vérifier les signatures. Vérifiez d’abord le domaine.',
      fix: {
        en: 'Add the record of the next key, then try again.',
        fr: 'Ajoutez l’enregistrement de la prochaine clé, puis réessayez.',
      },
    },
    'rotated by another': {
      kind: 'conflict',
      en: 'Somebody else has just rotated the keys of this domain.',
      fr: 'Ses clés viennent d’être changées par quelqu’un d’autre.',
      fix: { en: 'Look at them again.', fr: 'Regardez-les de nouveau.' },
    },
  },
} as const satisfies NounWords;

export const senderWords = {
  does: {
    'sender list': {
      en: 'Lists the addresses that an account may send from, and its default.',
      fr: 'Liste les adresses d’où un compte peut envoyer, et celle par défaut.',
    },
    'sender all': {
      en: 'Lists the addresses that all accounts may send from, and the default of each account.',
      fr: 'Liste les adresses d’où tous les comptes peuvent envoyer, et celle par défaut de chacun.',
    },
    'sender add': {
      en: 'Lets an account send from an address: of a proved domain as its default, of another one by a relay that signs.',
      fr: 'Permet à un compte d’envoyer d’une adresse : d’un domaine prouvé par défaut, d’un autre par un relais qui signe.',
    },
    'sender default': {
      en: 'Sends from this address what names no sender.',
      fr: 'Envoie de cette adresse ce qui ne nomme pas d’expéditeur.',
    },
    'sender remove': {
      en: 'Takes an address from those that an account may send from.',
      fr: 'Retire une adresse de celles d’où un compte peut envoyer.',
    },
  },
  fields: {
    address: { shape: 'ADDRESS', says: 'Such as news@example.com.' },
    name: { shape: 'NAME', says: 'What stands before the address.' },
  },
  refusals: {
    'sender is not there': {
      kind: 'unknown',
      en: 'Account {account} has no sender {sender}.',
      fr: 'Le compte {account} n’a pas d’expéditeur {sender}.',
      fix: {
        en: '`parley sender list` lists those of an account.',
        fr: '`parley sender list` liste ceux d’un compte.',
      },
    },
    'mail sender is not verified': {
      kind: 'conflict',
      en: '{sender} is of no domain that the account has proved.',
      fr: '{sender} n’est d’aucun domaine que le compte a prouvé.',
      fix: {
        en: 'Prove its domain, or ask an administrator to add the address.',
        fr: 'Prouvez son domaine, ou demandez l’adresse à un administrateur.',
      },
    },
  },
} as const satisfies NounWords;
