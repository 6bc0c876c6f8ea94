/** What people are told of the members of an account and of invitations. */
import { roles } from '#core/permissions.ts';
import type { NounWords } from '#core/words.ts';

export const memberWords = {
  does: {
    'member list': {
      en: 'Lists who belongs to an account, and who is invited.',
      fr: 'Liste les membres d’un compte et les personnes invitées.',
    },
    'member invite': {
      en: 'Makes a link that lets somebody into an account once, for 72 hours, and mails it where it can; it takes the place of the one before.',
      fr: 'Crée un lien qui laisse entrer quelqu’un dans un compte, une fois, pendant 72 heures, et l’envoie par e-mail si possible ; il remplace le précédent.',
    },
    'member withdraw': { en: 'Ends an invitation.', fr: 'Met fin à une invitation.' },
    'member set': {
      en: 'Gives somebody another role in an account.',
      fr: 'Donne à quelqu’un un autre rôle dans un compte.',
    },
    'member remove': {
      en: 'Takes somebody out of an account.',
      fr: 'Retire quelqu’un d’un compte.',
    },
  },
  fields: {
    email: { shape: 'EMAIL', says: 'Whose: the address by which they sign in.' },
    role: { shape: 'ROLE', says: `What they are there: ${roles.join(', ')}.` },
    language: {
      shape: 'LANGUAGE',
      says: 'en or fr: how they are written to, until they have chosen themselves.',
    },
    linkOnly: { shape: 'SWITCH', says: 'Shows the link alone; nothing is mailed.' },
  },
  refusals: {
    'member is unknown': {
      kind: 'unknown',
      en: 'Account {account} has no member {email}.',
      fr: 'Le compte {account} n’a pas de membre {email}.',
      fix: {
        en: '`parley member list` lists those that are there.',
        fr: '`parley member list` liste ceux qui sont là.',
      },
    },
    'invitation is unknown': {
      kind: 'unknown',
      en: 'There is no invitation of {email} to this account.',
      fr: 'Il n’y a pas d’invitation de {email} à ce compte.',
      fix: {
        en: 'It was taken or withdrawn, or has ended: read the list again.',
        fr: 'Elle a été acceptée ou retirée, ou a expiré : relisez la liste.',
      },
    },
    'last owner stays': {
      kind: 'conflict',
      en: 'An account has at least one owner. Make somebody else an owner first.',
      fr: 'Un compte a au moins un propriétaire. Nommez d’abord quelqu’un d’autre.',
      fix: {
        en: 'Make somebody else an owner first.',
        fr: 'Nommez d’abord un autre propriétaire.',
      },
    },
  },
} as const satisfies NounWords;
