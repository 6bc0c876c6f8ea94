/** The phones a message is for, and which of them may not be reached. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const recipientErrors = {
  'phone numbers are missing': {
    code: 2,
    status: 400,
    en: 'The phone number is required.',
    fr: 'Le numéro de téléphone est obligatoire.',
    fix: {
      en: 'Give phoneNumbers, or groupId.',
      fr: 'Donnez phoneNumbers, ou groupId.',
    },
  },
  'phone number is not possible': {
    ...sendRefusals['phone number is not possible'],
    code: 9,
    status: 400,
    fix: {
      en: 'Write it as +33612345678; lookup says what a number is.',
      fr: 'Écrivez-le comme +33612345678 ; lookup dit ce qu’est un numéro.',
    },
  },
  'phone number is fiction': {
    ...sendRefusals['phone number is fiction'],
    code: 9,
    status: 400,
    en: '{number} is a number for films and examples. Only test keys send there.',
    fr: '{number} est un numéro de fiction. Seules les clés de test y envoient.',
    fix: {
      en: 'Use a test key for it.',
      fr: 'Employez une clé de test pour ce numéro.',
    },
  },
  'phone number is given twice': {
    code: 9,
    status: 400,
    en: '{number} is in the list twice: a phone has one text in a message.',
    fr: '{number} est deux fois dans la liste : un téléphone a un seul texte par message.',
    fix: {
      en: 'Name each phone once in SMSList.',
      fr: 'Nommez chaque téléphone une seule fois dans SMSList.',
    },
  },
  'too many phone numbers': {
    ...sendRefusals['too many phone numbers'],
    code: 50,
    status: 400,
  },
  'nobody to send to': {
    ...sendRefusals['nobody to send to'],
    code: 55,
    status: 400,
  },
  'no price': {
    ...sendRefusals['no price'],
    code: 13,
    status: 400,
  },
  'no operator': {
    ...sendRefusals['no operator'],
    code: 13,
    status: 400,
  },
  'country is closed': {
    ...sendRefusals['country is closed'],
    code: 13,
    status: 400,
  },
  'number is costly': {
    ...sendRefusals['number is costly'],
    code: 13,
    status: 400,
  },
  'price is above the ceiling': {
    ...sendRefusals['price is above the ceiling'],
    code: 13,
    status: 400,
  },
} satisfies Record<string, ErrorReply>;
