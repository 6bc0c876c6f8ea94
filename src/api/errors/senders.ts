/**
 * Whom a message claims to come from. 44: what no sender can be, or no virtual number of the account is. 992: what is a
 * sender by its form, and is denied to this account; whether it is somebody else's is not told.
 */
import { sendRefusals } from '#sms/sending/send-refusals.ts';
import type { ErrorReply } from './error-reply.ts';

export const senderErrors = {
  'sender is malformed': {
    ...sendRefusals['sender is malformed'],
    code: 44,
    status: 400,
  },
  'virtual number is not yours': {
    code: 44,
    status: 400,
    en: 'The account has no such virtual number to send from.',
    fr: 'Le compte n’a pas ce numéro virtuel pour envoyer.',
    fix: {
      en: 'Look your numbers up with vn/list.',
      fr: 'Cherchez vos numéros avec vn/list.',
    },
  },
  'sending number is missing': {
    code: 44,
    status: 400,
    en: 'The virtual number to send from is required.',
    fr: 'Le numéro virtuel émetteur est obligatoire.',
    fix: {
      en: 'Give from, a number of vn/list.',
      fr: 'Donnez from, un numéro de vn/list.',
    },
  },
  'there is no short number': {
    ...sendRefusals['there is no short number'],
    code: 9,
    status: 400,
    en: 'isStopSms cannot be 1: the account sends from no number that takes STOP. `parley account set ACCOUNT --short-number NUMBER` gives it one.',
    fr: 'isStopSms ne peut pas être 1 : le compte n’envoie d’aucun numéro qui reçoive le STOP. `parley account set ACCOUNT --short-number NUMBER` lui en donne un.',
    fix: {
      en: 'Have a short number given to the account (`parley number add`, `parley account set --short-number`), send from a number that takes replies, or leave isStopSms out.',
      fr: 'Faites donner un numéro court au compte (`parley number add`, `parley account set --short-number`), envoyez depuis un numéro qui accepte les réponses, ou retirez isStopSms.',
    },
  },
  'sender is not allowed': {
    ...sendRefusals['sender is not allowed'],
    code: 992,
    status: 403,
  },
} satisfies Record<string, ErrorReply>;
