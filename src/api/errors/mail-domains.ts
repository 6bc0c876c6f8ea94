/** Sending domains and senders. */
import type { ErrorReply } from './error-reply.ts';

export const mailDomainErrors = {
  'domain is missing': {
    code: 2,
    status: 400,
    en: 'The domain is required.',
    fr: 'Le domaine est obligatoire.',
  },
  'domain is malformed': {
    code: 9,
    status: 400,
    en: '{domain} is not a domain.',
    fr: '{domain} n’est pas un domaine.',
  },
  'domain is a mailbox provider': {
    code: 9,
    status: 400,
    en: '{domain} has mailboxes of everybody: nobody sends for all of them.',
    fr: '{domain} héberge les boîtes de tout le monde : personne n’envoie pour toutes.',
  },
  'too many domains': {
    code: 17,
    status: 400,
    en: 'The account has as many domains as it may.',
    fr: 'Le compte a autant de domaines que permis.',
  },
  'domain is of another account': {
    code: 4,
    status: 403,
    en: 'Another account has proved {domain}.',
    fr: 'Un autre compte a prouvé {domain}.',
  },
  'domain is there': {
    code: 5,
    status: 409,
    en: 'The account has {domain} already.',
    fr: 'Le compte a déjà {domain}.',
  },
  'domain is unknown': {
    code: 4,
    status: 404,
    en: 'The account has no such domain.',
    fr: 'Le compte n’a pas de tel domaine.',
  },
  'sender is unknown': {
    code: 4,
    status: 404,
    en: 'The account has no such sender.',
    fr: 'Le compte n’a pas de tel expéditeur.',
  },
  'next key is not in the DNS': {
    code: 409,
    status: 409,
    en: 'The DNS does not have the next key yet: receivers could verify nothing. Check the domain first.',
    fr: 'Le DNS n’a pas encore la prochaine clé : personne ne pourrait rien vérifier. Contrôlez d’abord le domaine.',
  },
  'rotated by another': {
    code: 409,
    status: 409,
    en: 'Its keys have just been rotated by somebody else.',
    fr: 'Ses clés viennent d’être renouvelées par quelqu’un d’autre.',
  },
} satisfies Record<string, ErrorReply>;
