/** What people are told of sending domains and senders. */
import type { NounWords, Sentence } from '#core/words.ts';

export const domainForms = {
  domain: { en: 'a domain such as example.com', fr: 'un domaine comme example.com' },
  address: {
    en: 'an email address such as news@example.com',
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
      en: 'Adds a sending domain to an account, and lists the DNS records to publish.',
      fr: 'Ajoute un domaine d’envoi à un compte, et liste les enregistrements DNS à publier.',
    },
    'domain show': {
      en: 'Shows a domain and the DNS records to publish.',
      fr: 'Montre un domaine et les enregistrements DNS à publier.',
    },
    'domain check': {
      en: 'Checks the DNS records of a domain; the first account that verifies a domain owns it.',
      fr: 'Vérifie les enregistrements DNS d’un domaine ; le premier compte qui le vérifie le possède.',
    },
    'domain rotate': {
      en: 'Rotates the RSA key of a domain: signs with the next key, and creates the one after it.',
      fr: 'Renouvelle la clé RSA d’un domaine : signe avec la prochaine clé, et crée la suivante.',
    },
    'domain keep': {
      en: 'Keeps emails from a domain in the mail catcher in every PARLEY_MAIL_MODE; emails accepted before are still sent.',
      fr: 'Garde dans la boîte de test les e-mails d’un domaine, quel que soit PARLEY_MAIL_MODE ; ceux déjà acceptés partent encore.',
    },
    'domain remove': {
      en: 'Removes a domain and its keys; no more emails are sent from it.',
      fr: 'Retire un domaine et ses clés ; plus aucun e-mail n’en part.',
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
      en: 'Domain {domain} does not exist.',
      fr: 'Le domaine {domain} n’existe pas.',
      fix: {
        en: '`parley domain all` lists the existing ones.',
        fr: '`parley domain all` liste ceux qui existent.',
      },
    },
    'several accounts have the domain': {
      kind: 'conflict',
      en: 'Several accounts have {domain}: choose one with {.account}.',
      fr: 'Plusieurs comptes ont {domain} : choisissez-en un avec {.account}.',
      fix: { en: 'Give the account.', fr: 'Indiquez le compte.' },
    },
    'domain is there': {
      kind: 'conflict',
      en: 'The account already has {domain}.',
      fr: 'Le compte a déjà {domain}.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'domain is a mailbox provider': {
      kind: 'conflict',
      en: '{domain} is a public mailbox provider and cannot be a sending domain.',
      fr: '{domain} est un fournisseur public de boîtes e-mail et ne peut pas être un domaine d’envoi.',
      fix: { en: 'Use your own domain.', fr: 'Utilisez votre propre domaine.' },
    },
    'domain is of another account': {
      kind: 'conflict',
      en: 'Another account has verified {domain}.',
      fr: 'Un autre compte a vérifié {domain}.',
      fix: { en: 'Remove it from that account first.', fr: 'Retirez-le d’abord de ce compte.' },
    },
    'too many domains': {
      kind: 'conflict',
      en: 'An account can have at most {max} domains.',
      fr: 'Un compte peut avoir au plus {max} domaines.',
      fix: { en: 'Remove an unused domain.', fr: 'Retirez un domaine inutilisé.' },
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
      fr: 'Quelqu’un d’autre vient de renouveler les clés de ce domaine.',
      fix: {
        en: 'Check the domain before you rotate again.',
        fr: 'Vérifiez le domaine avant de recommencer.',
      },
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
      en: 'Allows an account to send from an address of a verified domain, or of another domain through a relay that signs.',
      fr: 'Autorise un compte à envoyer d’une adresse d’un domaine vérifié, ou d’un autre domaine par un relais qui signe.',
    },
    'sender default': {
      en: 'Makes an address the default sender.',
      fr: 'Fait d’une adresse l’expéditeur par défaut.',
    },
    'sender remove': {
      en: 'Removes an address from those that an account may send from.',
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
      en: '{sender} is not an address of a domain that the account has verified.',
      fr: '{sender} n’est pas une adresse d’un domaine que le compte a vérifié.',
      fix: {
        en: 'Verify its domain, or ask an administrator to add the address.',
        fr: 'Vérifiez son domaine, ou demandez à un administrateur d’ajouter l’adresse.',
      },
    },
  },
} as const satisfies NounWords;
