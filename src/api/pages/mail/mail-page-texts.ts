/** What the pages behind the links of our mails say, in both languages. `{…}` are values. */
import type { Language } from '#api/language.ts';

export type MailPageTexts = Readonly<
  Record<
    | 'askTitle'
    | 'askAll'
    | 'askStream'
    | 'button'
    | 'askNote'
    | 'doneTitle'
    | 'doneAll'
    | 'doneStream'
    | 'doneNote'
    | 'someone'
    | 'goneTitle'
    | 'gone'
    | 'wrongTitle'
    | 'wrong',
    string
  >
>;

export const mailPageTexts: Readonly<Record<Language, MailPageTexts>> = {
  en: {
    askTitle: 'Unsubscribe',
    askAll: '{sender} will send no more e-mail to {address}.',
    askStream: '{sender} will send no more “{stream}” e-mail to {address}.',
    button: 'Unsubscribe',
    askNote: 'Nothing changes until you press the button. Close this page to stay subscribed.',
    doneTitle: 'You are unsubscribed',
    doneAll: '{sender} sends no more e-mail to {address}.',
    doneStream: '{sender} sends no more “{stream}” e-mail to {address}.',
    doneNote: 'A message that is already on its way may still arrive. You can close this page.',
    someone: 'The sender',
    goneTitle: 'This link has ended',
    gone: 'The message it belongs to is no longer kept here. To unsubscribe, use the link in a newer message or answer its sender.',
    wrongTitle: 'This link is not complete',
    wrong: 'Open it from the message again, or copy all of it.',
  },
  fr: {
    askTitle: 'Se désabonner',
    askAll: '{sender} n’enverra plus d’e-mail à {address}.',
    askStream: '{sender} n’enverra plus d’e-mail « {stream} » à {address}.',
    button: 'Me désabonner',
    askNote: 'Rien ne change avant que vous n’appuyiez. Fermez cette page pour rester abonné.',
    doneTitle: 'Vous êtes désabonné',
    doneAll: '{sender} n’envoie plus d’e-mail à {address}.',
    doneStream: '{sender} n’envoie plus d’e-mail « {stream} » à {address}.',
    doneNote: 'Un message déjà en route peut encore arriver. Vous pouvez fermer cette page.',
    someone: 'L’expéditeur',
    goneTitle: 'Ce lien n’est plus valable',
    gone: 'Le message auquel il appartient n’est plus conservé ici. Pour vous désabonner, utilisez le lien d’un message plus récent ou répondez à son expéditeur.',
    wrongTitle: 'Ce lien est incomplet',
    wrong: 'Ouvrez-le de nouveau depuis le message, ou copiez-le en entier.',
  },
};
