/** Emails: who sends them, to whom, and what is in them. */
import { askedRefusals } from '#mail/sending/asked-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const mailErrors = {
  'html content is missing': {
    code: 2,
    status: 400,
    en: 'The HTML content is required.',
    fr: 'Le contenu HTML est obligatoire.',
    fix: { en: 'Send htmlContent.', fr: 'Envoyez htmlContent.' },
  },
  'subject is missing': {
    code: 9,
    status: 400,
    en: 'The subject is required.',
    fr: 'L’objet est obligatoire.',
    fix: { en: 'Send subject.', fr: 'Envoyez subject.' },
  },
  'mail recipients are missing': {
    code: 22,
    status: 400,
    en: 'The list of recipients is required.',
    fr: 'La liste des destinataires est obligatoire.',
    fix: {
      en: 'Send to: an address, an object with email, or a list of them.',
      fr: 'Envoyez to : une adresse, un objet avec email, ou une liste.',
    },
  },
  'too many mail recipients': {
    code: 17,
    status: 400,
    en: 'A request can have at most {max} recipients.',
    fr: 'Une requête peut avoir au plus {max} destinataires.',
    fix: {
      en: 'Split the list into several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'recipient has no address': {
    code: 18,
    status: 400,
    en: 'Recipient {place} of the list has no email address.',
    fr: 'Le destinataire {place} de la liste n’a pas d’adresse e-mail.',
    fix: { en: 'Add email to this recipient.', fr: 'Ajoutez email à ce destinataire.' },
  },
  'recipient address is malformed': {
    ...askedRefusals['recipient address is malformed'],
    code: 19,
    status: 400,
  },
  'recipient name is malformed': {
    code: 21,
    status: 400,
    en: 'The name of recipient {place} is blank or not a string.',
    fr: 'Le nom du destinataire {place} est vide ou n’est pas une chaîne de caractères.',
    fix: {
      en: 'Remove name, or send a string.',
      fr: 'Retirez name, ou envoyez une chaîne de caractères.',
    },
  },
  'mail sender is missing': {
    ...askedRefusals['mail sender is missing'],
    code: 4,
    status: 400,
    en: 'from is required, because the account has no default sender.',
    fr: 'from est obligatoire, car le compte n’a pas d’expéditeur par défaut.',
    fix: {
      en: 'Send from with email, or set a default sender with sender/add.',
      fr: 'Envoyez from avec email, ou définissez un expéditeur par défaut avec sender/add.',
    },
  },
  'mail sender is malformed': {
    ...askedRefusals['mail sender is malformed'],
    code: 4,
    status: 400,
    fix: {
      en: 'Send from.email, such as hello@acme.example.',
      fr: 'Envoyez from.email, par exemple hello@acme.example.',
    },
  },
  'mail sender is not verified': {
    ...askedRefusals['mail sender is not verified'],
    code: 4,
    status: 403,
    fix: {
      en: 'Verify its domain with domain/add, then domain/check.',
      fr: 'Vérifiez son domaine avec domain/add, puis domain/check.',
    },
  },
  'mail sender name is malformed': {
    code: 5,
    status: 400,
    en: 'The name of the sender is blank or not a string.',
    fr: 'Le nom de l’expéditeur est vide ou n’est pas une chaîne de caractères.',
    fix: {
      en: 'Remove name, or send a string.',
      fr: 'Retirez name, ou envoyez une chaîne de caractères.',
    },
  },
  'reply address is missing': {
    code: 23,
    status: 400,
    en: 'replyTo requires an email address.',
    fr: 'replyTo doit avoir une adresse e-mail.',
    fix: {
      en: 'Send replyTo.email, or remove replyTo.',
      fr: 'Envoyez replyTo.email, ou retirez replyTo.',
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
    en: 'The name of replyTo is blank or not a string.',
    fr: 'Le nom de replyTo est vide ou n’est pas une chaîne de caractères.',
    fix: {
      en: 'Remove name, or send a string.',
      fr: 'Retirez name, ou envoyez une chaîne de caractères.',
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
    en: 'The variable name {variable} is not valid: it must have 1 to 32 letters, digits and underscores.',
    fr: 'Le nom de variable {variable} n’est pas valide : il faut de 1 à 32 lettres, chiffres et tirets bas.',
    fix: {
      en: 'Rename the variable, also in the subject and the content.',
      fr: 'Renommez la variable, aussi dans l’objet et le contenu.',
    },
  },
  'too many variables': {
    code: 9,
    status: 400,
    en: '{name} has more than {max} variables.',
    fr: '{name} a plus de {max} variables.',
    fix: { en: 'Combine several variables into one.', fr: 'Réunissez plusieurs variables en une.' },
  },
  'variable breaks the subject': {
    code: 9,
    status: 400,
    en: 'The variable {variable} is used in the subject, so its value must be one line.',
    fr: 'La variable {variable} est utilisée dans l’objet : sa valeur doit tenir sur une ligne.',
    fix: {
      en: 'Remove the line breaks from the value.',
      fr: 'Retirez les sauts de ligne de la valeur.',
    },
  },
  'header is malformed': {
    code: 9,
    status: 400,
    en: 'The header {header} has an invalid name, or a value of several lines.',
    fr: 'L’en-tête {header} a un nom non valide, ou une valeur sur plusieurs lignes.',
    fix: {
      en: 'Use letters, digits and hyphens in the name, and one line for the value.',
      fr: 'Utilisez des lettres, chiffres et traits d’union pour le nom, et une ligne pour la valeur.',
    },
  },
  'header is not yours': {
    code: 9,
    status: 400,
    en: 'The header {header} is set by Parley.',
    fr: 'L’en-tête {header} est posé par Parley.',
    fix: { en: 'Remove this header.', fr: 'Retirez cet en-tête.' },
  },
  'too many headers': {
    code: 9,
    status: 400,
    en: 'An email can have at most {max} custom headers.',
    fr: 'Un e-mail peut avoir au plus {max} en-têtes personnalisés.',
    fix: { en: 'Remove some headers.', fr: 'Retirez des en-têtes.' },
  },
  'too many attachments': { ...askedRefusals['too many attachments'], code: 9, status: 400 },
  'attachment is malformed': {
    ...askedRefusals['attachment is malformed'],
    code: 9,
    status: 400,
    en: 'Attachment {place} is not valid: base64Content must be base64, and contentType, if present, a type such as image/png.',
    fr: 'La pièce jointe {place} n’est pas valide : base64Content doit être en base64, et contentType, s’il est présent, un type comme image/png.',
    fix: {
      en: 'Encode the file in base64, without a data: prefix.',
      fr: 'Encodez le fichier en base64, sans préfixe data:.',
    },
  },
  'content id is malformed': {
    code: 9,
    status: 400,
    en: 'The contentId of attachment {place} must be 1 to {max} printable ASCII characters without spaces or angle brackets.',
    fr: 'Le contentId de la pièce jointe {place} doit avoir de 1 à {max} caractères ASCII imprimables, sans espace ni chevron.',
    fix: {
      en: 'Use a word such as logo, and write src="cid:logo" in the HTML.',
      fr: 'Utilisez un mot comme logo, et écrivez src="cid:logo" dans le HTML.',
    },
  },
  'content id is there twice': {
    code: 9,
    status: 400,
    en: 'Two attachments have the contentId {contentId}.',
    fr: 'Deux pièces jointes ont le contentId {contentId}.',
    fix: {
      en: 'Use a different contentId for each inline image.',
      fr: 'Utilisez un contentId différent pour chaque image incorporée.',
    },
  },
  'attachment is too large': { ...askedRefusals['attachment is too large'], code: 9, status: 400 },
  'attachment is refused': { ...askedRefusals['attachment is refused'], code: 9, status: 400 },
  'recipients are suppressed': {
    ...askedRefusals['recipients are suppressed'],
    code: 14,
    status: 400,
    fix: {
      en: 'Remove the address from the request. If the person wants emails again, delete the entry with unsubscribe/delete.',
      fr: 'Retirez l’adresse de la requête. Si la personne veut de nouveau recevoir des e-mails, supprimez l’entrée avec unsubscribe/delete.',
    },
  },
  'mail is too large': { ...askedRefusals['mail is too large'], code: 9, status: 400 },
  'mail has no price': { ...askedRefusals['mail has no price'], code: 13, status: 400 },
  'address is missing': {
    code: 18,
    status: 400,
    en: 'The email address is required.',
    fr: 'L’adresse e-mail est obligatoire.',
    fix: { en: 'Send email.', fr: 'Envoyez email.' },
  },
  'unsubscription id is missing': {
    code: 3,
    status: 400,
    en: 'The id is required.',
    fr: 'L’identifiant est obligatoire.',
    fix: {
      en: 'Send the id, as returned by unsubscribe/list.',
      fr: 'Envoyez l’identifiant, tel que le renvoie unsubscribe/list.',
    },
  },
  'unsubscription is unknown': {
    code: 4,
    status: 404,
    en: 'The unsubscription does not exist.',
    fr: 'Le désabonnement n’existe pas.',
    fix: {
      en: 'Look up the id with unsubscribe/list.',
      fr: 'Cherchez l’identifiant avec unsubscribe/list.',
    },
  },
} satisfies Record<string, ErrorReply>;
