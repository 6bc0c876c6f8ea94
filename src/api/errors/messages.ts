/** Messages that are asked about or cancelled. */
import { messageWords } from '#sms/records/words.ts';
import type { ErrorReply } from './error-reply.ts';

const { refusals } = messageWords;

export const messageErrors = {
  'message id is missing': {
    code: 3,
    status: 400,
    en: 'The message id is required.',
    fr: 'L’identifiant du message est obligatoire.',
    fix: {
      en: 'Give messageId, as the send answered it.',
      fr: 'Donnez messageId, tel que l’envoi l’a répondu.',
    },
  },
  'tag is missing': {
    code: 2,
    status: 400,
    en: 'The tag is required.',
    fr: 'L’étiquette est obligatoire.',
    fix: {
      en: 'Give the tag that the sends had.',
      fr: 'Donnez l’étiquette que portaient les envois.',
    },
  },
  'message is cancelled': { ...refusals['message is cancelled'], code: 5, status: 409 },
  'message was stopped': { ...refusals['message was stopped'], code: 5, status: 409 },
  'message leaves too soon': { ...refusals['message leaves too soon'], code: 6, status: 409 },
  'message is sent': { ...refusals['message is sent'], code: 7, status: 409 },
  'email is leaving': {
    code: 6,
    status: 409,
    en: 'What has not left of the email is with its server at this moment.',
    fr: 'Ce qui n’est pas parti de l’e-mail est en ce moment chez son serveur.',
    fix: {
      en: 'Ask for its status in a minute; what its server puts off can be cancelled then.',
      fr: 'Demandez son état dans une minute ; ce que son serveur diffère pourra être annulé.',
    },
  },
  'email has ended': {
    code: 7,
    status: 409,
    en: 'Nothing of the email waits any more: it was refused, given up or left out.',
    fr: 'Plus rien de l’e-mail n’attend : il a été refusé, abandonné ou écarté.',
    fix: {
      en: 'Ask for its status, which says why.',
      fr: 'Demandez son état, qui dit pourquoi.',
    },
  },
  'message is not there': { ...refusals['message is not there'], code: 4, status: 404 },
  'message is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such message to this phone number.',
    fr: 'Il n’y a pas de tel message à ce numéro.',
    fix: {
      en: 'Look at message and phone, and whether a test key asks for a live message.',
      fr: 'Vérifiez le message et le téléphone, et qu’une clé de test ne demande pas un message réel.',
    },
  },
} satisfies Record<string, ErrorReply>;
