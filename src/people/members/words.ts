/** What people are told of the members of an account and of invitations. */
import { roles } from '#core/permissions.ts';
import type { NounWords } from '#core/words.ts';

export const memberWords = {
  does: {
    'member list': {
      en: 'Lists the members of an account and its invitations.',
      fr: 'Liste les membres d’un compte et ses invitations.',
    },
    'member invite': {
      en: 'Invites a person to an account: creates a link, valid once for 72 hours, and emails it if possible. It replaces the previous link.',
      fr: 'Invite une personne dans un compte : crée un lien, valable une fois pendant 72 heures, et l’envoie par e-mail si possible. Il remplace le lien précédent.',
    },
    'member withdraw': { en: 'Withdraws an invitation.', fr: 'Retire une invitation.' },
    'member set': { en: 'Changes the role of a member.', fr: 'Modifie le rôle d’un membre.' },
    'member remove': {
      en: 'Removes a member from an account.',
      fr: 'Retire un membre d’un compte.',
    },
  },
  fields: {
    email: { shape: 'EMAIL', says: 'Whose: the address by which they sign in.' },
    role: { shape: 'ROLE', says: `What they are there: ${roles.join(', ')}.` },
    language: {
      shape: 'LANGUAGE',
      says: 'en or fr: language of emails to the person, until they choose one.',
    },
    linkOnly: { shape: 'SWITCH', says: 'Shows the link alone; nothing is mailed.' },
  },
  refusals: {
    'member is unknown': {
      kind: 'unknown',
      en: 'Account {account} has no member {email}.',
      fr: 'Le compte {account} n’a pas de membre {email}.',
      fix: {
        en: '`parley member list` lists the existing ones.',
        fr: '`parley member list` liste ceux qui existent.',
      },
    },
    'invitation is unknown': {
      kind: 'unknown',
      en: '{email} has no invitation to this account.',
      fr: '{email} n’a pas d’invitation à ce compte.',
      fix: {
        en: 'It was accepted, withdrawn or has expired. Reload the list.',
        fr: 'Elle a été acceptée, retirée ou a expiré. Rechargez la liste.',
      },
    },
    'last owner stays': {
      kind: 'conflict',
      en: 'An account must have at least one owner. Make another member an owner first.',
      fr: 'Un compte doit avoir au moins un propriétaire. Nommez d’abord un autre membre.',
      fix: {
        en: 'Make another member an owner first.',
        fr: 'Nommez d’abord un autre propriétaire.',
      },
    },
  },
} as const satisfies NounWords;
