/** The phones a message is for, and which of them may not be reached. */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const recipientErrors = {
  'phone numbers are missing': {
    code: 2,
    status: 400,
    en: 'The phone number is required.',
    fr: 'Le numéro de téléphone est obligatoire.',
    fix: { en: 'Send phoneNumbers or groupId.', fr: 'Envoyez phoneNumbers ou groupId.' },
  },
  'phone number is not possible': {
    ...sendRefusals['phone number is not possible'],
    code: 9,
    status: 400,
    fix: {
      en: 'Write it as +33612345678. To check a number, use lookup.',
      fr: 'Écrivez-le comme +33612345678. Pour vérifier un numéro, utilisez lookup.',
    },
  },
  'phone number is fiction': {
    ...sendRefusals['phone number is fiction'],
    code: 9,
    status: 400,
    en: '{number} is reserved for films and examples. Only test keys can send to it.',
    fr: '{number} est réservé aux films et aux exemples. Seules les clés de test peuvent y envoyer.',
    fix: { en: 'Use a test key for this number.', fr: 'Utilisez une clé de test pour ce numéro.' },
  },
  'phone number is given twice': {
    code: 9,
    status: 400,
    en: '{number} occurs twice in the list. Each phone gets one text per message.',
    fr: '{number} figure deux fois dans la liste. Chaque téléphone reçoit un seul texte par message.',
    fix: {
      en: 'List each phone number once in SMSList.',
      fr: 'Indiquez chaque numéro une seule fois dans SMSList.',
    },
  },
  'too many phone numbers': { ...sendRefusals['too many phone numbers'], code: 50, status: 400 },
  'nobody to send to': { ...sendRefusals['nobody to send to'], code: 55, status: 400 },
  'no price': { ...sendRefusals['no price'], code: 13, status: 400 },
  'no operator': { ...sendRefusals['no operator'], code: 13, status: 400 },
  'country is closed': { ...sendRefusals['country is closed'], code: 13, status: 400 },
  'number is costly': { ...sendRefusals['number is costly'], code: 13, status: 400 },
  'price is above the ceiling': {
    ...sendRefusals['price is above the ceiling'],
    code: 13,
    status: 400,
  },
} satisfies Record<string, ErrorReply>;
