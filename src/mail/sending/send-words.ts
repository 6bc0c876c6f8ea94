/** What people are told of sending an email. */
import type { NounWords, Sentence } from '#core/words.ts';
import { askedRefusals } from './asked-refusals.ts';

export const sendMailForms = {
  to: {
    en: 'addresses with commas between, up to 500',
    fr: 'des adresses séparées par des virgules, 500 au plus',
  },
  subject: { en: 'a subject of one line', fr: 'un objet d’une ligne' },
  body: { en: 'a text of at most 2 MiB', fr: 'un texte de 2 Mio au plus' },
  files: { en: 'up to three files of 5 MiB each', fr: 'trois fichiers de 5 Mio au plus' },
} satisfies Record<string, Sentence>;

/** They join those of mails. */
export const sendMailWords = {
  does: {
    'mail preview': {
      en: 'Says what an email would cost, who would not get it and whether its sender may send; nothing is sent.',
      fr: 'Dit ce que coûterait un e-mail, qui ne le recevrait pas et si son expéditeur peut envoyer ; rien n’est envoyé.',
    },
    'mail html': {
      en: 'Gives the html of an email for a frame: it runs nothing, and loads nothing from elsewhere.',
      fr: 'Donne le HTML d’un e-mail pour un cadre : il n’exécute rien et ne charge rien d’ailleurs.',
    },
    'mail send': {
      en: 'Sends an email: a copy of its own to each recipient, who sees none of the others.',
      fr: 'Envoie un e-mail : à chaque destinataire sa propre copie, sans voir les autres.',
    },
    'mail resend': {
      en: 'Sends an email once more as it was: to those whom it did not reach, or to all of them.',
      fr: 'Renvoie un e-mail tel qu’il était : à ceux qu’il n’a pas atteints, ou à tous.',
    },
  },
  fields: {
    to: {
      shape: 'ADDRESSES',
      says: 'Whom it goes to, with commas between; in a list, one of them, or how it begins.',
    },
    sender: { shape: 'ADDRESS', says: 'The sender; in a list, how it begins will do.' },
    replyTo: { shape: 'ADDRESS', says: 'Where answers go.' },
    subject: { shape: 'TEXT', says: 'The subject.' },
    html: { shape: 'FILE', says: 'What it says, as HTML.' },
    text: {
      shape: 'FILE',
      says: 'The same for those who read no HTML; else it is made of the HTML.',
    },
    attachments: { shape: 'FILES', says: 'What goes with it, with commas between.' },
    tag: { shape: 'TAG', says: 'The tag; in a list, how it begins will do.' },
    unsubscribe: { shape: 'SWITCH', says: 'People can unsubscribe with one click.' },
    at: {
      shape: 'TIME',
      says: 'When it leaves, such as "2030-12-31 14:05"; else at once.',
    },
    test: { shape: 'SWITCH', says: 'To the mail catcher, with test money.' },
    key: { shape: 'KEY', says: 'The same key sends once.' },
    whom: { shape: 'WHOM', says: 'failed, which is whom it did not reach, or all.' },
  },
  refusals: {
    ...askedRefusals,
    'email is kept no longer': {
      kind: 'unknown',
      en: 'What the email said is kept no longer.',
      fr: 'Le contenu de l’e-mail n’est plus conservé.',
      fix: { en: 'Write it anew.', fr: 'Écrivez-le à nouveau.' },
    },
  },
} as const satisfies NounWords;
