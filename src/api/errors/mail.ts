/** Emails: who sends them, to whom, and what is in them. */
import { askedRefusals } from '#mail/sending/asked-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const mailErrors = {
  'html content is missing': {
    code: 2,
    status: 400,
    en: 'The HTML content is required.',
    fr: 'Le contenu HTML est obligatoire.',
    fix: {
      en: 'Give htmlContent.',
      fr: 'Donnez htmlContent.',
    },
  },
  'subject is missing': {
    code: 9,
    status: 400,
    en: 'The subject is required.',
    fr: 'Le sujet est obligatoire.',
    fix: {
      en: 'Give subject.',
      fr: 'Donnez subject.',
    },
  },
  'mail recipients are missing': {
    code: 22,
    status: 400,
    en: 'The list of recipients is required.',
    fr: 'La liste des destinataires est obligatoire.',
    fix: {
      en: 'Give to: an address, an object with email, or a list.',
      fr: 'Donnez to : une adresse, un objet avec email, ou une liste.',
    },
  },
  'too many mail recipients': {
    code: 17,
    status: 400,
    en: 'A request has {max} recipients at most.',
    fr: 'Une requête a {max} destinataires au plus.',
    fix: {
      en: 'Split the list over several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'recipient has no address': {
    code: 18,
    status: 400,
    en: 'Recipient {place} of the list has no email address.',
    fr: 'Le destinataire {place} de la liste n’a pas d’adresse email.',
    fix: {
      en: 'Give that recipient an email.',
      fr: 'Donnez un email à ce destinataire.',
    },
  },
  'recipient address is malformed': {
    ...askedRefusals['recipient address is malformed'],
    code: 19,
    status: 400,
  },
  'recipient name is malformed': {
    code: 21,
    status: 400,
    en: 'The name of recipient {place} is blank or no text.',
    fr: 'Le nom du destinataire {place} est vide ou n’est pas un texte.',
    fix: {
      en: 'Leave name out, or send a text.',
      fr: 'Retirez name, ou envoyez un texte.',
    },
  },
  'mail sender is missing': {
    ...askedRefusals['mail sender is missing'],
    code: 4,
    status: 400,
    en: 'The account has no default sender: from is required.',
    fr: 'Le compte n’a pas d’expéditeur par défaut : from est obligatoire.',
    fix: {
      en: 'Give from with an email, or set a default sender with sender/add.',
      fr: 'Donnez from avec un email, ou définissez un expéditeur par défaut avec sender/add.',
    },
  },
  'mail sender is malformed': {
    ...askedRefusals['mail sender is malformed'],
    code: 4,
    status: 400,
    fix: {
      en: 'Give from.email, such as hello@acme.example.',
      fr: 'Donnez from.email, par exemple hello@acme.example.',
    },
  },
  'mail sender is not verified': {
    ...askedRefusals['mail sender is not verified'],
    code: 4,
    status: 403,
    fix: {
      en: 'Prove its domain: domain/add, then domain/check.',
      fr: 'Prouvez son domaine : domain/add, puis domain/check.',
    },
  },
  'mail sender name is malformed': {
    code: 5,
    status: 400,
    en: 'The name of the sender is blank or no text.',
    fr: 'Le nom de l’expéditeur est vide ou n’est pas un texte.',
    fix: {
      en: 'Leave name out, or send a text.',
      fr: 'Retirez name, ou envoyez un texte.',
    },
  },
  'reply address is missing': {
    code: 23,
    status: 400,
    en: 'replyTo needs an email address.',
    fr: 'replyTo doit avoir une adresse email.',
    fix: {
      en: 'Give replyTo.email, or leave replyTo out.',
      fr: 'Donnez replyTo.email, ou retirez replyTo.',
    },
  },
  'reply address is malformed': {
    ...askedRefusals['reply address is malformed'],
    code: 24,
    status: 400,
  },
  'reply name is malformed': {
    code: 25,
    status: 400,
    en: 'The name to reply to is blank or no text.',
    fr: 'Le nom de réponse est vide ou n’est pas un texte.',
    fix: {
      en: 'Leave name out, or send a text.',
      fr: 'Retirez name, ou envoyez un texte.',
    },
  },
  'value has too many octets': {
    ...askedRefusals['value has too many octets'],
    code: 9,
    status: 400,
  },
  'variable name is malformed': {
    code: 9,
    status: 400,
    en: 'The variable name {variable} is none: 1 to 32 letters, digits and underscores.',
    fr: 'Le nom de variable {variable} n’est pas valable : 1 à 32 lettres, chiffres et tirets bas.',
    fix: {
      en: 'Rename the variable, also in subject and content.',
      fr: 'Renommez la variable, aussi dans l’objet et le contenu.',
    },
  },
  'too many variables': {
    code: 9,
    status: 400,
    en: '{name} has more than {max} variables.',
    fr: '{name} a plus de {max} variables.',
    fix: {
      en: 'Put several words into one variable.',
      fr: 'Réunissez plusieurs mots dans une variable.',
    },
  },
  'variable breaks the subject': {
    code: 9,
    status: 400,
    en: 'The variable {variable} stands in the subject, so it must be one line.',
    fr: 'La variable {variable} est dans le sujet, elle doit tenir sur une ligne.',
    fix: {
      en: 'Take line breaks out of the value.',
      fr: 'Ôtez les sauts de ligne de la valeur.',
    },
  },
  'header is malformed': {
    code: 9,
    status: 400,
    en: 'The header {header} has a name that is none, or a value of several lines.',
    fr: 'L’en-tête {header} a un nom non valable, ou une valeur sur plusieurs lignes.',
    fix: {
      en: 'Write a name of letters, digits and hyphens, and a value of one line.',
      fr: 'Écrivez un nom fait de lettres, chiffres et traits d’union, et une valeur d’une ligne.',
    },
  },
  'header is not yours': {
    code: 9,
    status: 400,
    en: 'The header {header} is written by the service.',
    fr: 'L’en-tête {header} est écrit par le service.',
    fix: {
      en: 'Leave this header out.',
      fr: 'Retirez cet en-tête.',
    },
  },
  'too many headers': {
    code: 9,
    status: 400,
    en: 'An email has {max} headers of its own at most.',
    fr: 'Un email a {max} en-têtes propres au plus.',
    fix: {
      en: 'Leave some headers out.',
      fr: 'Retirez des en-têtes.',
    },
  },
  'too many attachments': {
    ...askedRefusals['too many attachments'],
    code: 9,
    status: 400,
  },
  'attachment is malformed': {
    ...askedRefusals['attachment is malformed'],
    code: 9,
    status: 400,
    en: 'Attachment {place} needs base64Content in base64, and a contentType such as image/png if it has one.',
    fr: 'La pièce jointe {place} doit avoir base64Content en base64, et un contentType comme image/png si elle en a un.',
    fix: {
      en: 'Code the file in base64 without a data: prefix.',
      fr: 'Codez le fichier en base64, sans préfixe data:.',
    },
  },
  'content id is malformed': {
    code: 9,
    status: 400,
    en: 'The contentId of attachment {place} must be 1 to {max} printable ASCII characters without spaces or angle brackets.',
    fr: 'Le contentId de la pièce jointe {place} doit avoir de 1 à {max} caractères ASCII imprimables, sans espace ni chevron.',
    fix: {
      en: 'Give a word such as logo, and write src="cid:logo" in the HTML.',
      fr: 'Donnez un mot comme logo, et écrivez src="cid:logo" dans le HTML.',
    },
  },
  'content id is there twice': {
    code: 9,
    status: 400,
    en: 'Two attachments have the contentId {contentId}.',
    fr: 'Deux pièces jointes ont le contentId {contentId}.',
    fix: {
      en: 'Give each inline image a contentId of its own.',
      fr: 'Donnez à chaque image incorporée son propre contentId.',
    },
  },
  'attachment is too large': {
    ...askedRefusals['attachment is too large'],
    code: 9,
    status: 400,
  },
  'attachment is refused': {
    ...askedRefusals['attachment is refused'],
    code: 9,
    status: 400,
  },
  'recipients are suppressed': {
    ...askedRefusals['recipients are suppressed'],
    code: 14,
    status: 400,
    fix: {
      en: 'Leave the address out; who wants mail again is taken off with unsubscribe/delete.',
      fr: 'Retirez l’adresse ; qui veut de nouveau du courrier est retiré de la liste par unsubscribe/delete.',
    },
  },
  'mail is too large': {
    ...askedRefusals['mail is too large'],
    code: 9,
    status: 400,
  },
  'mail has no price': {
    ...askedRefusals['mail has no price'],
    code: 13,
    status: 400,
  },
  'address is missing': {
    code: 18,
    status: 400,
    en: 'The email address is required.',
    fr: 'L’adresse email est obligatoire.',
    fix: {
      en: 'Give email.',
      fr: 'Donnez email.',
    },
  },
  'unsubscription id is missing': {
    code: 3,
    status: 400,
    en: 'The id is required.',
    fr: 'L’identifiant est obligatoire.',
    fix: {
      en: 'Give the id, as unsubscribe/list tells it.',
      fr: 'Donnez l’identifiant, tel que le rapporte unsubscribe/list.',
    },
  },
  'unsubscription is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such unsubscription.',
    fr: 'Il n’y a pas de tel désabonnement.',
    fix: {
      en: 'Look the id up with unsubscribe/list.',
      fr: 'Cherchez l’identifiant avec unsubscribe/list.',
    },
  },
} satisfies Record<string, ErrorReply>;
