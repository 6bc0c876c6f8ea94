/** Sending domains and senders. */
import type { ErrorReply } from './error-reply.ts';

export const mailDomainErrors = {
  'domain is missing': {
    code: 2,
    status: 400,
    en: 'The domain is required.',
    fr: 'Le domaine est obligatoire.',
    fix: {
      en: 'Give domain, such as acme.example.',
      fr: 'Donnez domain, par exemple acme.example.',
    },
  },
  'domain is malformed': {
    code: 9,
    status: 400,
    en: '{domain} is not a domain.',
    fr: '{domain} n’est pas un domaine.',
    fix: {
      en: 'Give the name alone, without http:// and without @.',
      fr: 'Donnez le nom seul, sans http:// ni @.',
    },
  },
  'domain is a mailbox provider': {
    code: 9,
    status: 400,
    en: '{domain} has mailboxes of everybody: nobody sends for all of them.',
    fr: '{domain} héberge les boîtes de tout le monde : personne n’envoie pour toutes.',
    fix: {
      en: 'Send from a domain of your own.',
      fr: 'Envoyez depuis un domaine à vous.',
    },
  },
  'too many domains': {
    code: 17,
    status: 400,
    en: 'The account has as many domains as it may.',
    fr: 'Le compte a autant de domaines que permis.',
    fix: {
      en: 'Remove a domain, or ask whoever runs this server.',
      fr: 'Supprimez un domaine, ou adressez-vous à qui exploite ce serveur.',
    },
  },
  'domain is of another account': {
    code: 4,
    status: 403,
    en: 'Another account has proved {domain}.',
    fr: 'Un autre compte a prouvé {domain}.',
    fix: {
      en: 'Take its keys out of the DNS there, or ask whoever runs this server.',
      fr: 'Faites-en retirer les clés du DNS, ou adressez-vous à qui exploite ce serveur.',
    },
  },
  'domain is there': {
    code: 5,
    status: 409,
    en: 'The account has {domain} already.',
    fr: 'Le compte a déjà {domain}.',
    fix: {
      en: 'Go on with domain/check.',
      fr: 'Continuez avec domain/check.',
    },
  },
  'domain is unknown': {
    code: 4,
    status: 404,
    en: 'The account has no such domain.',
    fr: 'Le compte n’a pas de tel domaine.',
    fix: {
      en: 'Look it up with domain/list, or add it with domain/add.',
      fr: 'Cherchez-le avec domain/list, ou ajoutez-le avec domain/add.',
    },
  },
  'sender is unknown': {
    code: 4,
    status: 404,
    en: 'The account has no such sender.',
    fr: 'Le compte n’a pas de tel expéditeur.',
    fix: {
      en: 'Look it up with sender/list.',
      fr: 'Cherchez-le avec sender/list.',
    },
  },
  'next key is not in the DNS': {
    code: 409,
    status: 409,
    en: 'The DNS does not have the next key yet: receivers could verify nothing. Check the domain first.',
    fr: 'Le DNS n’a pas encore la prochaine clé : personne ne pourrait rien vérifier. Contrôlez d’abord le domaine.',
    fix: {
      en: 'Publish the records that domain/check names, wait for the DNS, try again.',
      fr: 'Publiez les enregistrements que nomme domain/check, attendez le DNS, réessayez.',
    },
  },
  'rotated by another': {
    code: 409,
    status: 409,
    en: 'Its keys have just been rotated by somebody else.',
    fr: 'Ses clés viennent d’être renouvelées par quelqu’un d’autre.',
    fix: {
      en: 'Look at the domain again before you rotate once more.',
      fr: 'Regardez de nouveau le domaine avant de recommencer.',
    },
  },
} satisfies Record<string, ErrorReply>;
