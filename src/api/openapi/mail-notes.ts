/** The commands of the email base, as the document describes them. */
import type { Sentence } from '#core/words.ts';
import type { CommandNotes } from './command-note.ts';
import { currency, explanation, held, scheduledTime } from './common-notes.ts';
import {
  anyObject,
  flag,
  type JsonSchema,
  list,
  number,
  record,
  text,
  whole,
} from './json-schema.ts';
import { displayName, email, mailSetupNotes } from './mail-setup-notes.ts';
import { sandbox, scheduleTakes, validity } from './sms-notes.ts';

/** An address, or an object with its name beside it. */
function mailbox(description: Sentence): JsonSchema {
  return { type: ['string', 'object'], description };
}

function recipients(description: Sentence): JsonSchema {
  return {
    type: ['array', 'object', 'string'],
    items: {
      type: 'object',
      properties: {
        email,
        name: displayName,
        variables: anyObject({
          en: 'Values for `#NAME#` in this recipient’s email.',
          fr: 'Valeurs de `#NAME#` dans l’e-mail de ce destinataire.',
        }),
      },
      required: ['email'],
    },
    description,
  };
}

const to = recipients({
  en: 'Up to 500 recipients, including those of `cc` and `bcc`, here or in `params`; each receives a separate email.',
  fr: 'Jusqu’à 500 destinataires, ceux de `cc` et `bcc` compris, ici ou dans `params` ; chacun reçoit un e-mail séparé.',
});

const word = text(
  { en: 'Status of the email.', fr: 'État de l’e-mail.' },
  { enum: ['Waiting', 'Delivered', 'Caught', 'Not delivered'] },
);

const mailStatus = record({
  email: text({ en: 'Recipient.', fr: 'Destinataire.' }),
  token: text({
    en: 'Identifier of this email in its Message-ID header.',
    fr: 'Identifiant de cet e-mail dans son en-tête Message-ID.',
  }),
  status: word,
  statut: word,
  cost: number({ en: 'Cost for this recipient.', fr: 'Coût pour ce destinataire.' }),
  stopMail: {
    type: 'boolean',
    description: {
      en: 'Whether the recipient is on the suppression list.',
      fr: 'Si le destinataire est sur la liste de suppression.',
    },
  },
  date: text({
    en: 'Time of the status, in the Europe/Paris time zone.',
    fr: 'Heure de l’état, dans le fuseau Europe/Paris.',
  }),
});

const sendTakes = {
  subject: text({
    en: 'Subject, up to 998 bytes.',
    fr: 'Objet, jusqu’à 998 octets.',
  }),
  htmlContent: text({
    en: 'HTML body; `#NAME#` is replaced by the variable of that name.',
    fr: 'Corps HTML ; `#NAME#` est remplacé par la variable de ce nom.',
  }),
  textContent: text({ en: 'Plain text body.', fr: 'Corps en texte brut.' }),
  to,
  params: {
    type: 'object',
    description: {
      en: 'May contain any of the other parameters; a parameter beside it takes precedence.',
      fr: 'Peut contenir tous les autres paramètres ; un paramètre placé à côté l’emporte.',
    },
    properties: { to },
  },
  from: mailbox({ en: 'Sender.', fr: 'Expéditeur.' }),
  cc: recipients({
    en: 'Recipients of copies, named in the header of every email. A copy is addressed to the first recipient of `to` and uses that recipient’s variables.',
    fr: 'Destinataires de copies, nommés dans l’en-tête de chaque e-mail. Une copie est adressée au premier destinataire de `to` et en utilise les variables.',
  }),
  bcc: recipients({
    en: 'Recipients of copies, named in no header.',
    fr: 'Destinataires de copies, nommés dans aucun en-tête.',
  }),
  replyTo: mailbox({ en: 'Address for replies.', fr: 'Adresse des réponses.' }),
  headers: anyObject({
    en: 'Additional header fields.',
    fr: 'Champs d’en-tête supplémentaires.',
  }),
  variables: anyObject({
    en: 'Values for `#NAME#` in the emails of all recipients.',
    fr: 'Valeurs de `#NAME#` dans les e-mails de tous les destinataires.',
  }),
  metadata: anyObject({
    en: 'Your own data, returned in events; up to 4 KB.',
    fr: 'Vos propres données, renvoyées dans les événements ; jusqu’à 4 Ko.',
  }),
  attachments: list(
    record(
      {
        filename: text({
          en: 'File name shown to the recipient.',
          fr: 'Nom de fichier montré au destinataire.',
        }),
        contentType: text({
          en: 'Media type, such as `application/pdf`.',
          fr: 'Type de contenu, par exemple `application/pdf`.',
        }),
        base64Content: text({
          en: 'Content, in base64.',
          fr: 'Contenu, en base64.',
        }),
        contentId: text(
          {
            en: 'Content-ID of an inline image: shown where the HTML refers to `cid:` and this ID.',
            fr: 'Content-ID d’une image intégrée : affichée là où le HTML renvoie à `cid:` et cet identifiant.',
          },
          { maxLength: 200 },
        ),
      },
      ['base64Content'],
    ),
    { en: 'Files attached to each email.', fr: 'Fichiers joints à chaque e-mail.' },
    { maxItems: 3 },
  ),
  tag: text(
    { en: 'Tag, returned in events.', fr: 'Étiquette, renvoyée dans les événements.' },
    { maxLength: 64 },
  ),
  unsubscribe: {
    type: ['boolean', 'integer', 'string'],
    description: {
      en: '`true` to offer unsubscribing, or the name of the mailing list to unsubscribe from.',
      fr: '`true` pour proposer le désabonnement, ou le nom de la liste dont se désabonner.',
    },
  },
  trackOpens: flag({
    en: 'Sends an event when the email is opened.',
    fr: 'Envoie un événement quand l’e-mail est ouvert.',
  }),
  trackClicks: flag({
    en: 'Sends an event when a link is clicked.',
    fr: 'Envoie un événement quand un lien est cliqué.',
  }),
  ...scheduleTakes,
  validity,
  sandbox,
  webhookUrl: text({ en: 'URL for events.', fr: 'URL des événements.' }, { format: 'uri' }),
  urlDlr: text(
    {
      en: 'URL for events; takes precedence over `webhookUrl`.',
      fr: 'URL des événements ; l’emporte sur `webhookUrl`.',
    },
    { format: 'uri' },
  ),
};

const messageId = text({
  en: 'Email ID, as returned when the email was sent.',
  fr: 'Identifiant de l’e-mail, tel que renvoyé lors de l’envoi.',
});

export const mailNotes: CommandNotes = {
  '/mail/v1/send': {
    summary: {
      en: 'Sends an email to up to 500 recipients, separately to each.',
      fr: 'Envoie un e-mail à 500 destinataires au plus, séparément à chacun.',
    },
    takes: sendTakes,
    needs: ['subject', 'htmlContent'],
    keyed: true,
    gives: {
      messageId,
      nbMail: whole({
        en: 'Number of emails, one per recipient.',
        fr: 'Nombre d’e-mails, un par destinataire.',
      }),
      cost: number({
        en: 'Cost, over all recipients.',
        fr: 'Coût, pour tous les destinataires.',
      }),
      currency,
    },
    givesSome: {
      scheduledDeliveryDate: scheduledTime,
      caught: {
        type: 'boolean',
        description: {
          en: 'Present if the mail catcher keeps every email although the key is live; nothing is charged.',
          fr: 'Présent si la boîte de test garde tous les e-mails bien que la clé soit réelle ; rien n’est facturé.',
        },
      },
      held,
      stopMail: list(email, {
        en: 'Recipients on the suppression list, which were skipped.',
        fr: 'Destinataires de la liste de suppression, qui ont été ignorés.',
      }),
    },
    givesAll: true,
  },
  '/mail/v1/bulk-status': {
    summary: {
      en: 'Returns the status of an email for all its recipients.',
      fr: 'Renvoie l’état d’un e-mail pour tous ses destinataires.',
    },
    takes: { messageId },
    needs: ['messageId'],
    gives: {
      messageId: text({ en: 'Email ID.', fr: 'Identifiant de l’e-mail.' }),
      StatutResponseList: list(mailStatus, {
        en: 'One entry per recipient.',
        fr: 'Une entrée par destinataire.',
      }),
    },
    givesAll: true,
  },
  '/mail/v1/message-cancel': {
    summary: {
      en: 'Cancels and refunds the part of an email that has not been sent.',
      fr: 'Annule et rembourse ce qui d’un e-mail n’a pas encore été envoyé.',
    },
    takes: { messageId },
    needs: ['messageId'],
    gives: {
      message: explanation,
      nbMail: whole({
        en: 'Number of emails cancelled.',
        fr: 'Nombre d’e-mails annulés.',
      }),
    },
    givesAll: true,
  },
  ...mailSetupNotes,
};
