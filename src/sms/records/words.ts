/** What people are told of messages. Refusals that the interface tells, too, have their codes in api/errors/. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { NounWords } from '#core/words.ts';
import { sendWords } from '#sms/sending/send-words.ts';

export const messageWords = {
  does: {
    ...sendWords.does,
    'message list': {
      en: 'Lists what was sent, a row for each phone, newest first unless --order says otherwise.',
      fr: 'Liste ce qui a été envoyé, une ligne par téléphone, du plus récent au plus ancien sauf avec --order.',
    },
    'message total': {
      en: 'Counts the messages that fit, with their parts and cost, among the newest 10,000.',
      fr: 'Compte les messages qui conviennent, avec leurs parties et leur coût, parmi les 10 000 plus récents.',
    },
    'message export': {
      en: 'Messages that fit as CSV, a line for each phone: up to 2,000,000 of them, fewer where filters pass over most.',
      fr: 'Les messages qui conviennent en CSV, une ligne par téléphone : jusqu’à 2 000 000, moins là où des filtres en écartent la plupart.',
    },
    'message statistics': {
      en: 'Tells how messages went: by hour or day in which they were accepted, by country, by operator, and why some did not arrive. Counted half a minute behind.',
      fr: 'Dit comment les messages sont arrivés : par heure ou jour de leur acceptation, par pays, par opérateur, et pourquoi certains ne sont pas arrivés. Compté avec une demi-minute de retard.',
    },
    'message statistics export': {
      en: 'Prints one table of how messages went as CSV.',
      fr: 'Écrit en CSV un tableau de la façon dont les messages sont arrivés.',
    },
    'message show': {
      en: 'Shows one message: its request, and where each phone stands.',
      fr: 'Montre un message : sa requête, et où en est chaque téléphone.',
    },
    'message story': {
      en: 'Tells what became of a message at one phone, step by step.',
      fr: 'Raconte ce qu’est devenu un message sur un téléphone, étape par étape.',
    },
    'message cancel': {
      en: 'Cancels a message that is scheduled, waits for the day, or is held; its cost comes back.',
      fr: 'Annule un message programmé, qui attend le jour ou qui est retenu ; son coût est rendu.',
    },
  },
  fields: {
    ...sendWords.fields,
    to: { shape: 'PHONE', says: 'A phone in any form, or how it begins.' },
    state: {
      shape: 'STATE',
      says: 'Where it stands: accepted, scheduled, waiting, delivered or not-delivered.',
    },
    sender: { shape: 'SENDER', says: 'The sender; in a list, how it begins.' },
    reason: { shape: 'REASON', says: 'Not delivered for this reason: UNDELIV.' },
    tag: { shape: 'TAG', says: 'The tag; in a list, how it begins will do.' },
    ...spanWords.fields,
    table: { shape: 'TABLE', says: 'Which table.' },
    order: { shape: 'ORDER', says: 'Newest or oldest first.' },
    after: { shape: 'ID', says: 'Begins behind this row.' },
    limit: { shape: 'COUNT', says: 'Rows at most.' },
    message: { shape: 'MESSAGE', says: 'The id of the message.' },
    place: { shape: 'PLACE', says: 'Which phone of the message, from 0.' },
  },
  refusals: {
    ...sendWords.refusals,
    ...spanWords.refusals,
    'message is not there': {
      kind: 'unknown',
      en: 'There is no such message.',
      fr: 'Il n’y a pas de tel message.',
      fix: {
        en: 'Look at the number, and whether a test key asks for a live message.',
        fr: 'Vérifiez le numéro, et qu’une clé de test ne demande pas un message réel.',
      },
    },
    'message is cancelled': {
      kind: 'conflict',
      en: 'The message is cancelled already.',
      fr: 'Le message est déjà annulé.',
      fix: { en: 'No action is needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'message was stopped': {
      kind: 'conflict',
      en: 'The message was not sent: its phones are on the STOP list. Its cost was given back.',
      fr: 'Le message n’a pas été envoyé : ses téléphones sont sur la liste STOP. Son coût a été rendu.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'message leaves too soon': {
      kind: 'conflict',
      en: 'The message leaves in less than {minutes} minutes.',
      fr: 'Le message part dans moins de {minutes} minutes.',
      fix: {
        en: 'Cancel earlier; this one leaves.',
        fr: 'Annulez plus tôt ; celui-ci part.',
      },
    },
    'message is sent': {
      kind: 'conflict',
      en: 'The message is sent already.',
      fr: 'Le message est déjà envoyé.',
      fix: {
        en: 'Nothing takes it back; ask for its status.',
        fr: 'Rien ne le reprend ; demandez son état.',
      },
    },
  },
} as const satisfies NounWords;
