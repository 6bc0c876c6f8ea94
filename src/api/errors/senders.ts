/** Whom a message claims to come from. */
import type { ErrorReply } from './error-reply.ts';

export const senderErrors = {
  'sender is malformed': {
    code: 44,
    status: 400,
    en: 'The sender must be 3 to 11 letters or digits, with at least one letter.',
    fr: 'L’émetteur doit avoir 3 à 11 lettres ou chiffres, dont au moins une lettre.',
  },
  'virtual number is not yours': {
    code: 44,
    status: 400,
    en: 'The account has no such virtual number to send from.',
    fr: 'Le compte n’a pas ce numéro virtuel pour envoyer.',
  },
  'sending number is missing': {
    code: 44,
    status: 400,
    en: 'The virtual number to send from is required.',
    fr: 'Le numéro virtuel émetteur est obligatoire.',
  },
  'there is no short number': {
    code: 9,
    status: 400,
    en: 'isStopSms cannot be 1: the account sends from no number that takes STOP.',
    fr: 'isStopSms ne peut pas être 1 : le compte n’envoie d’aucun numéro qui reçoive le STOP.',
  },
  'sender is not allowed': {
    code: 44,
    status: 400,
    en: 'The account may not send as {sender}.',
    fr: 'Le compte ne peut pas envoyer au nom de {sender}.',
  },
} satisfies Record<string, ErrorReply>;
