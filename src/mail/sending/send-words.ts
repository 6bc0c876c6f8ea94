/** What people are told of sending an email. */
import type { NounWords, Sentence } from '#core/words.ts';
import { askedRefusals } from './asked-refusals.ts';

export const sendMailForms = {
  to: {
    en: 'up to 500 addresses separated by commas',
    fr: '500 adresses au plus, séparées par des virgules',
  },
  subject: { en: 'a subject of one line', fr: 'un objet d’une ligne' },
  body: { en: 'a text of at most 2 MiB', fr: 'un texte de 2 Mio au plus' },
  files: { en: 'up to three files of 5 MiB each', fr: 'trois fichiers de 5 Mio au plus' },
} satisfies Record<string, Sentence>;

/** They join those of mails. */
export const sendMailWords = {
  does: {
    'mail preview': {
      en: 'Previews an email: its cost, skipped recipients and whether the sender is allowed. Nothing is sent.',
      fr: 'Prévisualise un e-mail : son coût, les destinataires écartés et si l’expéditeur est autorisé. Rien n’est envoyé.',
    },
    'mail html': {
      en: 'Returns the HTML of an email for display in a frame, without scripts and without external resources.',
      fr: 'Renvoie le HTML d’un e-mail à afficher dans un cadre, sans scripts ni ressources externes.',
    },
    'mail send': {
      en: 'Sends an email, as a separate copy to each recipient.',
      fr: 'Envoie un e-mail, sous forme de copie séparée pour chaque destinataire.',
    },
    'mail resend': {
      en: 'Sends an email again, to the recipients that it did not reach or to all.',
      fr: 'Renvoie un e-mail, aux destinataires qu’il n’a pas atteints ou à tous.',
    },
  },
  fields: {
    to: {
      shape: 'ADDRESSES',
      says: 'Recipients separated by commas; in a list: one recipient, or its first characters.',
    },
    sender: { shape: 'ADDRESS', says: 'The sender; in a list, how it begins will do.' },
    replyTo: { shape: 'ADDRESS', says: 'Where answers go.' },
    subject: { shape: 'TEXT', says: 'The subject.' },
    html: { shape: 'FILE', says: 'What it says, as HTML.' },
    text: { shape: 'FILE', says: 'The plain-text version; by default it is made from the HTML.' },
    attachments: { shape: 'FILES', says: 'What goes with it, with commas between.' },
    tag: { shape: 'TAG', says: 'The tag; in a list, how it begins will do.' },
    unsubscribe: { shape: 'SWITCH', says: 'People can unsubscribe with one click.' },
    at: { shape: 'TIME', says: 'When to send it, such as "2030-12-31 14:05". Default: at once.' },
    test: { shape: 'SWITCH', says: 'To the mail catcher, with test money.' },
    key: { shape: 'KEY', says: 'The same key sends once.' },
    whom: { shape: 'WHOM', says: 'failed, which is whom it did not reach, or all.' },
  },
  refusals: {
    ...askedRefusals,
    'email is kept no longer': {
      kind: 'unknown',
      en: 'The content of the email has expired.',
      fr: 'Le contenu de l’e-mail a expiré.',
      fix: { en: 'Write a new email.', fr: 'Écrivez un nouvel e-mail.' },
    },
  },
} as const satisfies NounWords;
