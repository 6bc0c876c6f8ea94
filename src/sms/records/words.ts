/** What people are told of messages. Refusals that the interface tells, too, have their codes in api/errors/. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { NounWords } from '#core/words.ts';
import { sendWords } from '#sms/sending/send-words.ts';

export const messageWords = {
  does: {
    ...sendWords.does,
    'message list': {
      en: 'Lists sent messages, one row per recipient, newest first unless --order is given.',
      fr: 'Liste les messages envoyés, une ligne par destinataire, du plus récent au plus ancien sauf avec --order.',
    },
    'message total': {
      en: 'Counts the matching messages, their segments and cost, among the newest 10,000.',
      fr: 'Compte les messages correspondants, leurs segments et leur coût, parmi les 10 000 plus récents.',
    },
    'message export': {
      en: 'Exports the matching messages as CSV, one line per recipient, up to 2,000,000; fewer if filters skip most of them.',
      fr: 'Exporte en CSV les messages correspondants, une ligne par destinataire, jusqu’à 2 000 000 ; moins si des filtres en écartent la plupart.',
    },
    'message statistics': {
      en: 'Shows SMS statistics: by hour or day of acceptance, by country, by operator, and by reason of failure. Figures are half a minute behind.',
      fr: 'Montre les statistiques de SMS : par heure ou jour d’acceptation, par pays, par opérateur, et par raison d’échec. Les chiffres ont une demi-minute de retard.',
    },
    'message statistics export': {
      en: 'Prints one table of the SMS statistics as CSV.',
      fr: 'Écrit en CSV un tableau des statistiques de SMS.',
    },
    'message show': {
      en: 'Shows a message with the status of each recipient.',
      fr: 'Montre un message avec l’état de chaque destinataire.',
    },
    'message story': {
      en: 'Shows the timeline of a message to one recipient.',
      fr: 'Montre la chronologie d’un message pour un destinataire.',
    },
    'message cancel': {
      en: 'Cancels a message that is scheduled, waits for the end of quiet hours, or is held; it is refunded.',
      fr: 'Annule un message programmé, qui attend la fin des heures calmes ou qui est retenu ; il est remboursé.',
    },
  },
  fields: {
    ...sendWords.fields,
    to: { shape: 'PHONE', says: 'A phone in any form, or how it begins.' },
    state: {
      shape: 'STATE',
      says: 'Its status: accepted, scheduled, waiting, delivered or not-delivered.',
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
      en: 'The message does not exist.',
      fr: 'Le message n’existe pas.',
      fix: {
        en: 'Check the message id. A test key cannot see live messages.',
        fr: 'Vérifiez l’identifiant. Une clé de test ne voit pas les messages réels.',
      },
    },
    'message is cancelled': {
      kind: 'conflict',
      en: 'The message is already cancelled.',
      fr: 'Le message est déjà annulé.',
      fix: { en: 'No action is needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'message was stopped': {
      kind: 'conflict',
      en: 'The message was not sent because its recipients have opted out. It was refunded.',
      fr: 'Le message n’a pas été envoyé, car ses destinataires sont désinscrits. Il a été remboursé.',
      fix: { en: 'No action needed.', fr: 'Aucune action n’est nécessaire.' },
    },
    'message leaves too soon': {
      kind: 'conflict',
      en: 'The message will be sent in less than {minutes} minutes and cannot be cancelled any more.',
      fr: 'Le message part dans moins de {minutes} minutes et ne peut plus être annulé.',
      fix: { en: 'Cancel messages earlier.', fr: 'Annulez les messages plus tôt.' },
    },
    'message is sent': {
      kind: 'conflict',
      en: 'The message has been sent or is being sent, and can no longer be cancelled.',
      fr: 'Le message est parti ou part en ce moment, et ne peut plus être annulé.',
      fix: { en: 'Check its status.', fr: 'Vérifiez son état.' },
    },
  },
} as const satisfies NounWords;
