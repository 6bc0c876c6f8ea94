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
      en: 'Send messageId, as returned by send.',
      fr: 'Envoyez messageId, tel que l’a renvoyé send.',
    },
  },
  'tag is missing': {
    code: 2,
    status: 400,
    en: 'The tag is required.',
    fr: 'L’étiquette est obligatoire.',
    fix: { en: 'Send the tag of the messages.', fr: 'Envoyez l’étiquette des messages.' },
  },
  'message is cancelled': { ...refusals['message is cancelled'], code: 5, status: 409 },
  'message was stopped': { ...refusals['message was stopped'], code: 5, status: 409 },
  'message leaves too soon': { ...refusals['message leaves too soon'], code: 6, status: 409 },
  'message is sent': { ...refusals['message is sent'], code: 7, status: 409 },
  'email is leaving': {
    code: 6,
    status: 409,
    en: 'The email is being handed to its server and cannot be cancelled at this moment.',
    fr: 'L’e-mail est en cours de transmission à son serveur et ne peut pas être annulé en ce moment.',
    fix: {
      en: 'Check its status in a minute. If the server deferred it, it can be cancelled then.',
      fr: 'Vérifiez son état dans une minute. Si le serveur l’a différé, il pourra alors être annulé.',
    },
  },
  'email has ended': {
    code: 7,
    status: 409,
    en: 'The email has no pending recipients: it was refused, failed or skipped.',
    fr: 'L’e-mail n’a plus de destinataire en attente : il a été refusé, abandonné ou écarté.',
    fix: { en: 'Check its status for the reason.', fr: 'Vérifiez son état, qui donne la raison.' },
  },
  'message is not there': { ...refusals['message is not there'], code: 4, status: 404 },
  'message is unknown': {
    code: 4,
    status: 404,
    en: 'The message does not exist, or was not sent to this phone number.',
    fr: 'Le message n’existe pas, ou n’a pas été envoyé à ce numéro.',
    fix: {
      en: 'Check the message id and the phone number. A test key cannot see live messages.',
      fr: 'Vérifiez l’identifiant du message et le numéro. Une clé de test ne voit pas les messages réels.',
    },
  },
} satisfies Record<string, ErrorReply>;
