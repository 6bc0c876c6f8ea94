/** Sending domains and senders. */
import type { ErrorReply } from './error-reply.ts';

export const mailDomainErrors = {
  'domain is missing': {
    code: 2,
    status: 400,
    en: 'The domain is required.',
    fr: 'Le domaine est obligatoire.',
    fix: {
      en: 'Send domain, such as acme.example.',
      fr: 'Envoyez domain, par exemple acme.example.',
    },
  },
  'domain is malformed': {
    code: 9,
    status: 400,
    en: '{domain} is not a valid domain name.',
    fr: '{domain} n’est pas un nom de domaine valide.',
    fix: {
      en: 'Send only the name, without http:// and without @.',
      fr: 'Envoyez seulement le nom, sans http:// ni @.',
    },
  },
  'domain is a mailbox provider': {
    code: 9,
    status: 400,
    en: '{domain} is a public mailbox provider and cannot be a sending domain.',
    fr: '{domain} est un fournisseur public de boîtes e-mail et ne peut pas être un domaine d’envoi.',
    fix: { en: 'Send from your own domain.', fr: 'Envoyez depuis votre propre domaine.' },
  },
  'too many domains': {
    code: 17,
    status: 400,
    en: 'The account has reached its maximum number of domains.',
    fr: 'Le compte a atteint son nombre maximal de domaines.',
    fix: {
      en: 'Remove a domain, or ask the administrator of this server.',
      fr: 'Supprimez un domaine, ou adressez-vous à l’administrateur de ce serveur.',
    },
  },
  'domain is of another account': {
    code: 4,
    status: 403,
    en: 'Another account has verified {domain}.',
    fr: 'Un autre compte a vérifié {domain}.',
    fix: {
      en: 'Remove that account’s keys from the DNS, or ask the administrator of this server.',
      fr: 'Retirez du DNS les clés de cet autre compte, ou adressez-vous à l’administrateur de ce serveur.',
    },
  },
  'domain is there': {
    code: 5,
    status: 409,
    en: 'The account already has {domain}.',
    fr: 'Le compte a déjà {domain}.',
    fix: { en: 'Continue with domain/check.', fr: 'Continuez avec domain/check.' },
  },
  'domain is unknown': {
    code: 4,
    status: 404,
    en: 'The account does not have this domain.',
    fr: 'Le compte n’a pas ce domaine.',
    fix: {
      en: 'Look it up with domain/list, or add it with domain/add.',
      fr: 'Cherchez-le avec domain/list, ou ajoutez-le avec domain/add.',
    },
  },
  'sender is unknown': {
    code: 4,
    status: 404,
    en: 'The account does not have this sender.',
    fr: 'Le compte n’a pas cet expéditeur.',
    fix: { en: 'Look it up with sender/list.', fr: 'Cherchez-le avec sender/list.' },
  },
  'next key is not in the DNS': {
    code: 409,
    status: 409,
    en: 'The next key is not in the DNS yet, so receivers could not verify signatures. Check the domain first.',
    fr: 'La prochaine clé n’est pas encore dans le DNS : les destinataires ne pourraient pas vérifier les signatures. Vérifiez d’abord le domaine.',
    fix: {
      en: 'Publish the records listed by domain/check, wait until the DNS has them, and try again.',
      fr: 'Publiez les enregistrements que liste domain/check, attendez qu’ils soient dans le DNS, puis réessayez.',
    },
  },
  'rotated by another': {
    code: 409,
    status: 409,
    en: 'Somebody else has just rotated the keys of this domain.',
    fr: 'Quelqu’un d’autre vient de renouveler les clés de ce domaine.',
    fix: {
      en: 'Check the domain before you rotate again.',
      fr: 'Vérifiez le domaine avant de recommencer.',
    },
  },
} satisfies Record<string, ErrorReply>;
