/** The commands that return the status of messages, statistics and lookups, as the document describes them. */
import type { CommandNotes } from './command-note.ts';
import { countryCode, currency, lookedUp, page, phone, totalOfPages } from './common-notes.ts';
import { list, number, record, text, texts, whole } from './json-schema.ts';

const messageId = whole({
  en: 'Message ID, as returned when the message was sent.',
  fr: 'Identifiant du message, tel que renvoyé lors de l’envoi.',
});
const idText = text({ en: 'Message ID.', fr: 'Identifiant du message.' });

const outcome = text(
  { en: 'Status of the message.', fr: 'État du message.' },
  { enum: ['Delivered', 'Not delivered', 'Waiting'] },
);
const when = {
  date: text(
    {
      en: 'Time of that status, in Unix seconds: `"1534615206"`.',
      fr: 'Heure de cet état, en secondes Unix : `"1534615206"`.',
    },
    { pattern: '^\\d+$' },
  ),
  dateLocal: text({
    en: 'The same time in the Europe/Paris time zone: `2018-08-18 20:00:06`.',
    fr: 'La même heure dans le fuseau Europe/Paris : `2018-08-18 20:00:06`.',
  }),
};
const cost = number({
  en: 'Cost for this recipient; 0 if refunded.',
  fr: 'Coût pour ce destinataire ; 0 s’il a été remboursé.',
});

const pairStatus = record(
  {
    success: { type: 'boolean' },
    code: whole({
      en: '200, or the error code for this pair.',
      fr: '200, ou le code d’erreur de cette paire.',
    }),
    phoneNumber: phone,
    messageId,
    status: outcome,
    ...when,
    stopSms: { type: 'boolean' },
    isSpam: { type: 'boolean' },
  },
  ['success', 'code', 'phoneNumber', 'messageId'],
);

const status = {
  phoneNumber: phone,
  status: outcome,
  stopSMS: { type: 'boolean' },
  cost,
  ...when,
};
const perRecipient = {
  en: 'One entry per recipient.',
  fr: 'Une entrée par destinataire.',
};
const inOrder = {
  en: 'One entry per pair, in the order of the request.',
  fr: 'Une entrée par paire, dans l’ordre de la requête.',
};

const pair = record({ messageId, phoneNumber: phone });

function example(shown: string) {
  return text({ en: `Such as ${shown}.`, fr: `Par exemple ${shown}.` });
}

/** Only what was asked, where it is no number. */
const described = record(
  {
    request: lookedUp.request,
    success: { type: 'boolean' },
    countryCode,
    prefixCode: lookedUp.prefixCode,
    phoneNumber: phone,
    type: lookedUp.type,
    network: lookedUp.network,
    format: record({
      e164: example('`+33639980001`'),
      international: example('`+33 6 39 98 00 01`'),
      national: example('`06 39 98 00 01`'),
      rfc3966: example('`tel:+33639980001`'),
    }),
  },
  ['request', 'success'],
);

const phoneNumbers = texts({
  en: 'Up to 500 phone numbers.',
  fr: 'Jusqu’à 500 numéros de téléphone.',
});

const month = record({
  month: text({ en: 'Name of the month, in English.', fr: 'Nom du mois, en anglais.' }),
  year: text({ en: 'Year, in four digits.', fr: 'Année, en quatre chiffres.' }),
  m: text({ en: 'Month, in two digits.', fr: 'Mois, en deux chiffres.' }),
  date: whole({
    en: 'Start of the month, in Unix seconds.',
    fr: 'Début du mois, en secondes Unix.',
  }),
  type: text({ en: 'Always `month`.', fr: 'Toujours `month`.' }),
  cost: text({
    en: 'Amount spent, not rounded.',
    fr: 'Montant dépensé, sans arrondi.',
  }),
  nb_send: text({
    en: 'Number of SMS and emails sent.',
    fr: 'Nombre de SMS et d’e-mails envoyés.',
  }),
});

export const smsStatusNotes: CommandNotes = {
  '/v1/message-status': {
    summary: {
      en: 'Returns the status of a message for one recipient.',
      fr: 'Renvoie l’état d’un message pour un destinataire.',
    },
    takes: { messageId, phoneNumber: phone },
    needs: ['messageId', 'phoneNumber'],
    gives: {
      number: phone,
      messageId: idText,
      stopSms: { type: 'boolean' },
      ...when,
      statut: outcome,
      cost,
      countryCode,
      currency,
    },
    givesAll: true,
  },
  '/v1/multi-status': {
    summary: {
      en: 'Returns the status of up to 500 pairs of message and recipient.',
      fr: 'Renvoie l’état de 500 paires de message et de destinataire au plus.',
    },
    alsoTakes: ['SMSStatus_List'],
    takes: {
      SMSStatut_List: list(
        pair,
        {
          en: 'Pairs to query; `SMSStatus_List` is accepted as well.',
          fr: 'Paires à consulter ; `SMSStatus_List` est accepté aussi.',
        },
        { maxItems: 500 },
      ),
    },
    needs: ['SMSStatut_List'],
    gives: { StatutResponse_List: list(pairStatus, inOrder) },
    givesAll: true,
  },
  '/v1/bulk-status': {
    summary: {
      en: 'Returns the status of a message for all its recipients.',
      fr: 'Renvoie l’état d’un message pour tous ses destinataires.',
    },
    takes: { messageId },
    needs: ['messageId'],
    gives: {
      message_id: idText,
      StatutResponse_List: list(record(status), perRecipient),
    },
  },
  '/v1/bulk-status-by-tag': {
    summary: {
      en: 'Returns the status of all messages with a tag, 100 per page.',
      fr: 'Renvoie l’état de tous les messages portant une étiquette, 100 par page.',
    },
    takes: {
      tag: text({ en: 'Tag of the messages.', fr: 'Étiquette des messages.' }, { maxLength: 20 }),
      page,
    },
    needs: ['tag'],
    gives: {
      message_id: text({
        en: 'Message ID of the first entry; empty if the page has none.',
        fr: 'Identifiant du message de la première entrée ; vide si la page n’en a pas.',
      }),
      StatutResponse_List: list(record({ ...status, messageId: idText }), perRecipient),
      currentPage: page,
      total: totalOfPages,
    },
  },
  '/v1/statistics/cost-resume': {
    summary: {
      en: 'Returns the number of SMS and emails sent and their cost, per month.',
      fr: 'Renvoie le nombre de SMS et d’e-mails envoyés et leur coût, par mois.',
    },
    takes: {
      interval: text(
        { en: 'Months to return.', fr: 'Mois à renvoyer.' },
        { enum: ['last_month', 'last_twelve_months', 'custom'] },
      ),
      from: text({
        en: 'First day, with `custom`: `01-12-2030`.',
        fr: 'Premier jour, avec `custom` : `01-12-2030`.',
      }),
      to: text({
        en: 'Last day, with `custom`; at most 366 days.',
        fr: 'Dernier jour, avec `custom` ; 366 jours au plus.',
      }),
    },
    needs: ['interval'],
    gives: {
      datas: list(month, {
        en: 'One entry per month, oldest first.',
        fr: 'Une entrée par mois, du plus ancien au plus récent.',
      }),
    },
    givesAll: true,
  },
  '/v1/lookup': {
    summary: {
      en: 'Returns the country, type and network of phone numbers.',
      fr: 'Renvoie le pays, le type et le réseau de numéros de téléphone.',
    },
    takes: { phoneNumbers },
    needs: ['phoneNumbers'],
    gives: {
      lookup: list(described, { en: 'One entry per number.', fr: 'Une entrée par numéro.' }),
    },
    givesAll: true,
  },
  '/v1/hlr/notify': {
    summary: {
      en: 'Looks up phone numbers and sends each result as a webhook.',
      fr: 'Recherche des numéros de téléphone et envoie chaque résultat par webhook.',
    },
    takes: {
      phoneNumbers,
      notifyUrl: text(
        {
          en: 'URL for the results. Default: the URL for delivery reports.',
          fr: 'URL des résultats. Par défaut : l’URL des rapports de remise.',
        },
        { format: 'uri' },
      ),
    },
    needs: ['phoneNumbers'],
    gives: {
      campaignId: whole({
        en: 'ID of this request, contained in each result.',
        fr: 'Identifiant de cette requête, contenu dans chaque résultat.',
      }),
      number: whole({
        en: 'Number of results that will be sent.',
        fr: 'Nombre de résultats qui seront envoyés.',
      }),
      cost: number({
        en: 'Always 0: results come from the numbering plan.',
        fr: 'Toujours 0 : les résultats viennent du plan de numérotation.',
      }),
      currency,
    },
    givesAll: true,
  },
};
