/**
 * Whom a message claims to come from. 44: what no sender can be, or no virtual number of the account is. 992: what is a
 * sender by its form, and is denied to this account; whether it is somebody else's is not told.
 */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const senderErrors = {
  'sender is malformed': { ...sendRefusals['sender is malformed'], code: 44, status: 400 },
  'virtual number is not yours': {
    code: 44,
    status: 400,
    en: 'The account cannot send from this virtual number.',
    fr: 'Le compte ne peut pas envoyer depuis ce numéro virtuel.',
    fix: { en: 'Look up your numbers with vn/list.', fr: 'Cherchez vos numéros avec vn/list.' },
  },
  'sending number is missing': {
    code: 44,
    status: 400,
    en: 'The virtual number to send from is required.',
    fr: 'Le numéro virtuel d’envoi est obligatoire.',
    fix: { en: 'Send from, a number from vn/list.', fr: 'Envoyez from, un numéro de vn/list.' },
  },
  'there is no short number': {
    ...sendRefusals['there is no short number'],
    code: 9,
    status: 400,
    en: 'isStopSms cannot be 1: the account has no number that can receive STOP. Assign one with `parley account set ACCOUNT --short-number NUMBER`.',
    fr: 'isStopSms ne peut pas être 1 : le compte n’a aucun numéro qui puisse recevoir STOP. Attribuez-en un avec `parley account set ACCOUNT --short-number NUMBER`.',
    fix: {
      en: 'Assign a short number to the account (`parley number add`, `parley account set --short-number`), send from a number that accepts replies, or remove isStopSms.',
      fr: 'Attribuez un numéro court au compte (`parley number add`, `parley account set --short-number`), envoyez depuis un numéro qui accepte les réponses, ou retirez isStopSms.',
    },
  },
  'sender is not allowed': { ...sendRefusals['sender is not allowed'], code: 992, status: 403 },
} satisfies Record<string, ErrorReply>;
