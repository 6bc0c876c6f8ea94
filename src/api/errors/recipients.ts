/** The phones a message is for, and which of them may not be reached. */
import type { ErrorReply } from './error-reply.ts';

export const recipientErrors = {
  'phone numbers are missing': {
    code: 2,
    status: 400,
    en: 'The phone number is required.',
    fr: 'Le numéro de téléphone est obligatoire.',
  },
  'phone number is not possible': {
    code: 9,
    status: 400,
    en: '{number} is not a possible phone number.',
    fr: '{number} n’est pas un numéro de téléphone possible.',
  },
  'phone number is fiction': {
    code: 9,
    status: 400,
    en: '{number} is a number for films and examples. Only test keys send there.',
    fr: '{number} est un numéro de fiction. Seules les clés de test y envoient.',
  },
  'phone number is given twice': {
    code: 9,
    status: 400,
    en: '{number} is in the list twice: a phone has one text in a message.',
    fr: '{number} est deux fois dans la liste : un téléphone a un seul texte par message.',
  },
  'too many phone numbers': {
    code: 50,
    status: 400,
    en: 'At most {max} phone numbers fit in one request.',
    fr: 'Une requête contient au plus {max} numéros de téléphone.',
  },
  'nobody to send to': {
    code: 55,
    status: 400,
    en: 'There is nobody to send to.',
    fr: 'Il n’y a personne à qui envoyer.',
  },
  'no price': {
    code: 13,
    status: 400,
    en: 'The account has no price for {number}.',
    fr: 'Le compte n’a pas de tarif pour {number}.',
  },
  'no operator': {
    code: 13,
    status: 400,
    en: 'No operator of this installation reaches {number}.',
    fr: 'Aucun opérateur de cette installation n’atteint {number}.',
  },
  'country is closed': {
    code: 13,
    status: 400,
    en: 'The country of {number} is closed for this account.',
    fr: 'Le pays de {number} est fermé pour ce compte.',
  },
  'number is costly': {
    code: 13,
    status: 400,
    en: '{number} is a premium rate, shared cost or satellite number, which is closed for this account.',
    fr: '{number} est un numéro surtaxé, à coût partagé ou par satellite, fermé pour ce compte.',
  },
  'price is above the ceiling': {
    code: 13,
    status: 400,
    en: 'A part to {number} costs more than this account may pay for one.',
    fr: 'Une partie vers {number} coûte plus que ce compte ne peut payer.',
  },
} satisfies Record<string, ErrorReply>;
