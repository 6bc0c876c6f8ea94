/** Messages that are asked about or cancelled. */
import type { ErrorReply } from './error-reply.ts';

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
  'message is cancelled': {
    code: 5,
    status: 409,
    en: 'The message is cancelled already.',
    fr: 'Le message est déjà annulé.',
    fix: {
      en: 'Nothing is to do.',
      fr: 'Il n’y a rien à faire.',
    },
  },
  'message was stopped': {
    code: 5,
    status: 409,
    en: 'The message was not sent: its phones are on the STOP list. Its cost was given back.',
    fr: 'Le message n’a pas été envoyé : ses téléphones sont sur la liste STOP. Son coût a été rendu.',
    fix: {
      en: 'No action needed.',
      fr: 'Il n’y a rien à faire.',
    },
  },
  'message leaves too soon': {
    code: 6,
    status: 409,
    en: 'The message leaves in less than {minutes} minutes.',
    fr: 'Le message part dans moins de {minutes} minutes.',
    fix: {
      en: 'Cancel earlier; this one leaves.',
      fr: 'Annulez plus tôt ; celui-ci part.',
    },
  },
  'message is sent': {
    code: 7,
    status: 409,
    en: 'The message is sent already.',
    fr: 'Le message est déjà envoyé.',
    fix: {
      en: 'Nothing takes it back; ask for its status.',
      fr: 'Rien ne le reprend ; demandez son état.',
    },
  },
  'email is leaving': {
    code: 6,
    status: 409,
    en: 'What has not left of the email is with its server at this moment.',
    fr: 'Ce qui n’est pas parti du courriel est en ce moment chez son serveur.',
    fix: {
      en: 'Ask for its status in a minute; what its server puts off can be cancelled then.',
      fr: 'Demandez son état dans une minute ; ce que son serveur diffère pourra être annulé.',
    },
  },
  'email has ended': {
    code: 7,
    status: 409,
    en: 'Nothing of the email waits any more: it was refused, given up or left out.',
    fr: 'Plus rien du courriel n’attend : il a été refusé, abandonné ou écarté.',
    fix: {
      en: 'Ask for its status, which says why.',
      fr: 'Demandez son état, qui dit pourquoi.',
    },
  },
  'message is not there': {
    code: 4,
    status: 404,
    en: 'There is no such message.',
    fr: 'Il n’y a pas de tel message.',
    fix: {
      en: 'Look at the number, and whether a test key asks for a live message.',
      fr: 'Vérifiez le numéro, et qu’une clé de test ne demande pas un message réel.',
    },
  },
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
