/** The commands that send, preview and cancel SMS, as the document describes them. */
import { transliterations } from '#accounts/account.ts';
import { messageClasses } from '#sms/message.ts';
import type { CommandNotes } from './command-note.ts';
import { currency, explanation, held, phone, scheduledTime } from './common-notes.ts';
import { flag, list, number, record, text, texts, whole } from './json-schema.ts';
import { smsStatusNotes } from './sms-status-notes.ts';

const messageId = whole({
  en: 'Message ID, as returned when the message was sent.',
  fr: 'Identifiant du message, tel que renvoyé lors de l’envoi.',
});
const phoneNumbers = texts({
  en: 'Up to 500 phone numbers.',
  fr: 'Jusqu’à 500 numéros de téléphone.',
});
const message = text({
  en: 'Text of the message, up to ten segments; `:br:` is a line break.',
  fr: 'Texte du message, dix segments au plus ; `:br:` est un saut de ligne.',
});

export const scheduleTakes = {
  scheduledDeliveryDate: text({
    en: 'Day on which the message is sent: `21/12/2030`.',
    fr: 'Jour de l’envoi : `21/12/2030`.',
  }),
  time: whole(
    { en: 'Hour at which the message is sent.', fr: 'Heure de l’envoi.' },
    { minimum: 0, maximum: 24 },
  ),
  minute: whole(
    { en: 'Minute, in steps of 5.', fr: 'Minute, de 5 en 5.' },
    { minimum: 0, maximum: 55, multipleOf: 5 },
  ),
};

export const validity = whole(
  {
    en: 'Seconds after which the message is not sent any more.',
    fr: 'Nombre de secondes après lesquelles le message n’est plus envoyé.',
  },
  { minimum: 60, maximum: 604_800 },
);

export const sandbox = flag({
  en: 'Validates and prices the message, but neither sends nor charges it.',
  fr: 'Valide et chiffre le message, sans l’envoyer ni le facturer.',
});

const senders = {
  sender: text({
    en: 'Sender: 3 to 11 letters and digits, or a number of the account.',
    fr: 'Expéditeur : 3 à 11 lettres et chiffres, ou un numéro du compte.',
  }),
  virtualNumber: text({
    en: 'A number of the account, instead of `sender`.',
    fr: 'Un numéro du compte, au lieu de `sender`.',
  }),
};

const sendOptions = {
  tag: text(
    {
      en: 'Tag, returned in delivery reports.',
      fr: 'Étiquette, renvoyée dans les rapports de remise.',
    },
    { maxLength: 20 },
  ),
  ...scheduleTakes,
  validity,
  priority: text(
    {
      en: 'Priority. Default: `urgent` for one-time codes, `bulk` for more than 100 recipients, otherwise `normal`.',
      fr: 'Priorité. Par défaut : `urgent` pour les codes à usage unique, `bulk` au-delà de 100 destinataires, sinon `normal`.',
    },
    { enum: [...messageClasses] },
  ),
  gamme: whole(
    {
      en: 'Route class; both cost the same.',
      fr: 'Gamme de route ; les deux coûtent autant.',
    },
    { enum: [1, 2] },
  ),
  isStopSms: flag({
    en: 'Adds the opt-out text, with the short number of the account or else of the installation. `parley account set 2 --short-number 38080` sets one.',
    fr: 'Ajoute la mention de désinscription, avec le numéro court du compte ou, à défaut, celui de l’installation. `parley account set 2 --short-number 38080` en définit un.',
  }),
  marketing: flag({
    en: 'Marks the message as marketing, which waits overnight where the law requires it.',
    fr: 'Marque le message comme publicitaire : il attend la fin de la nuit là où la loi l’exige.',
  }),
  isUnicode: flag({
    en: 'Always encodes the text as UCS-2.',
    fr: 'Encode toujours le texte en UCS-2.',
  }),
  transliterate: text(
    {
      en: 'Which characters may be replaced to avoid Unicode.',
      fr: 'Quels caractères peuvent être remplacés pour éviter Unicode.',
    },
    { enum: [...transliterations] },
  ),
  sandbox,
  webhookUrl: text(
    {
      en: 'URL for delivery reports and replies.',
      fr: 'URL des rapports de remise et des réponses.',
    },
    { format: 'uri' },
  ),
  urlDlr: text(
    { en: 'URL for delivery reports.', fr: 'URL des rapports de remise.' },
    { format: 'uri' },
  ),
  urlResponse: text({ en: 'URL for replies.', fr: 'URL des réponses.' }, { format: 'uri' }),
};

const groupId = {
  type: ['integer', 'string', 'array'],
  items: { type: 'integer' },
  description: {
    en: 'Up to 50 groups of the address book.',
    fr: 'Jusqu’à 50 groupes du carnet d’adresses.',
  },
};

const sendTakes = { phoneNumbers, groupId, message, ...senders, ...sendOptions };
const dryRun = flag({
  en: 'Returns the response of `preview` and sends nothing.',
  fr: 'Renvoie la réponse de `preview` et n’envoie rien.',
});

const totalSegments = whole({
  en: 'Number of segments, over all recipients.',
  fr: 'Nombre de segments, pour tous les destinataires.',
});
const totalCost = number({
  en: 'Cost, over all recipients.',
  fr: 'Coût, pour tous les destinataires.',
});

const sent = {
  message_id: messageId,
  nb_sms: totalSegments,
  cost: totalCost,
  currency,
};

/** Why a message is not sent at once. */
const delays = {
  scheduledDeliveryDate: scheduledTime,
  deferredUntil: text({
    en: 'When quiet hours end, in the Europe/Paris time zone; present if the message waits for that.',
    fr: 'Quand finissent les heures calmes, dans le fuseau Europe/Paris ; présent si le message l’attend.',
  }),
  held,
};

const sentSome = {
  ...delays,
  stopSms: list(phone, {
    en: 'Recipients on the opt-out list, which were skipped.',
    fr: 'Destinataires de la liste de désinscription, qui ont été ignorés.',
  }),
  message: text({
    en: 'The text as sent, if characters were replaced.',
    fr: 'Le texte envoyé, si des caractères ont été remplacés.',
  }),
};

const segments = whole({ en: 'Number of segments.', fr: 'Nombre de segments.' });
const recipientCost = number({
  en: 'Cost for this recipient.',
  fr: 'Coût pour ce destinataire.',
});

const heard = record({
  success: { type: 'boolean' },
  code: whole({
    en: '200, or the error code for this recipient.',
    fr: '200, ou le code d’erreur de ce destinataire.',
  }),
  nbSms: segments,
  cost: recipientCost,
  phoneNumber: phone,
});

/** The members behind `phoneNumber` as far as it would go; `code` and `message` where it would not. */
const previewed = record(
  {
    success: { type: 'boolean' },
    phoneNumber: phone,
    encoding: text(
      { en: 'Encoding of the text.', fr: 'Encodage du texte.' },
      { enum: ['GSM', 'UCS-2'] },
    ),
    units: whole({
      en: 'Length in septets (GSM 7-bit) or 16-bit units (UCS-2).',
      fr: 'Longueur en septets (GSM 7 bits) ou en unités de 16 bits (UCS-2).',
    }),
    nb_sms: segments,
    forcedBy: text({
      en: 'First character that is not in the GSM alphabet and forces UCS-2.',
      fr: 'Premier caractère absent de l’alphabet GSM, qui impose UCS-2.',
    }),
    operator: text({
      en: 'Operator that would carry the message.',
      fr: 'Opérateur qui acheminerait le message.',
    }),
    route: text({
      en: 'Why that operator is chosen.',
      fr: 'Pourquoi cet opérateur est choisi.',
    }),
    unitPrice: number({ en: 'Price of a segment.', fr: 'Prix d’un segment.' }),
    cost: recipientCost,
    deferredUntil: text({
      en: 'When the message would be sent, if not at once.',
      fr: 'Quand le message serait envoyé, si ce n’est pas aussitôt.',
    }),
    waits: text({
      en: 'Why the message would wait.',
      fr: 'Pourquoi le message attendrait.',
    }),
    held: text({
      en: 'Rule that would hold the message.',
      fr: 'Règle qui retiendrait le message.',
    }),
    code: whole({
      en: 'Error code, if the message would be refused.',
      fr: 'Code d’erreur, si le message serait refusé.',
    }),
    message: explanation,
  },
  ['success', 'phoneNumber'],
);

export const smsNotes: CommandNotes = {
  '/v1/send': {
    summary: {
      en: 'Sends a message to up to 500 recipients, given as numbers or groups.',
      fr: 'Envoie un message à 500 destinataires au plus, donnés par numéros ou par groupes.',
    },
    takes: { ...sendTakes, dryRun },
    needs: ['message'],
    keyed: true,
    gives: sent,
    givesSome: sentSome,
    givesAll: true,
    dryAs: '/v1/preview',
  },
  '/v1/vn/send': {
    summary: {
      en: 'Sends a message from a number of the account.',
      fr: 'Envoie un message depuis un numéro du compte.',
    },
    takes: {
      from: text({
        en: 'Number to send from.',
        fr: 'Numéro depuis lequel envoyer.',
      }),
      to: phoneNumbers,
      message,
      ...sendOptions,
      dryRun,
    },
    needs: ['from', 'to', 'message'],
    keyed: true,
    gives: sent,
    givesSome: sentSome,
    givesAll: true,
    dryAs: '/v1/preview',
  },
  '/v1/bulk-send': {
    summary: {
      en: 'Sends a different message to each recipient.',
      fr: 'Envoie un message différent à chaque destinataire.',
    },
    takes: {
      SMSList: list(
        record({ phoneNumber: phone, message }),
        { en: 'Up to 500 messages.', fr: 'Jusqu’à 500 messages.' },
        { maxItems: 500 },
      ),
      ...senders,
      ...sendOptions,
    },
    needs: ['SMSList'],
    keyed: true,
    gives: {
      message_id: messageId,
      currency,
      cost: totalCost,
      nbSMS: totalSegments,
      SMSResponse_List: list(heard, {
        en: 'One entry per recipient, in the order of the request.',
        fr: 'Une entrée par destinataire, dans l’ordre de la requête.',
      }),
    },
    givesSome: delays,
    givesAll: true,
  },
  '/v1/preview': {
    summary: {
      en: 'Returns what a send would do and cost, without sending.',
      fr: 'Renvoie ce que ferait et coûterait un envoi, sans rien envoyer.',
    },
    takes: sendTakes,
    needs: ['message'],
    gives: {
      sender: text({
        en: 'Sender that phones would show.',
        fr: 'Expéditeur que les téléphones afficheraient.',
      }),
      message: text({
        en: 'Text as it would be sent.',
        fr: 'Texte tel qu’il serait envoyé.',
      }),
      nb_sms: totalSegments,
      cost: totalCost,
      currency,
      recipients: list(previewed, {
        en: 'One entry per recipient.',
        fr: 'Une entrée par destinataire.',
      }),
    },
    givesAll: true,
  },
  '/v1/message-cancel': {
    summary: {
      en: 'Cancels a message that is scheduled or held.',
      fr: 'Annule un message programmé ou retenu.',
    },
    takes: { messageId },
    needs: ['messageId'],
    gives: { message: explanation },
    givesAll: true,
  },
  ...smsStatusNotes,
};
