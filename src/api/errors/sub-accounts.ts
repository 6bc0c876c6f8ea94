/** Sub-accounts and their credit. */
import type { ErrorReply } from './error-reply.ts';

export const subAccountsErrors = {
  'sub-accounts have none': {
    code: 4,
    status: 403,
    en: 'A sub-account has no sub-accounts of its own.',
    fr: 'Un sous-compte n’a pas de sous-comptes.',
  },
  'type is unknown': {
    code: 9,
    status: 400,
    en: 'type must be simple or advanced.',
    fr: 'type doit être simple ou advanced.',
  },
  'sub-account is missing': {
    code: 3,
    status: 400,
    en: 'The token of the sub-account is required.',
    fr: 'L’identifiant du sous-compte est obligatoire.',
  },
  'sub-account is unknown': {
    code: 7,
    status: 404,
    en: 'There is no such sub-account.',
    fr: 'Il n’y a pas de tel sous-compte.',
  },
  'credit is missing': {
    code: 2,
    status: 400,
    en: 'The credit is required.',
    fr: 'Le crédit est obligatoire.',
  },
  'credit is not an amount': {
    code: 5,
    status: 400,
    en: '{name} must be an amount above 0, of six decimals at most.',
    fr: '{name} doit être un montant supérieur à 0, de six décimales au plus.',
  },
  'credit is not enough': {
    code: 8,
    status: 402,
    en: 'The credit is not enough: {balance} {currency} is left, {credit} was to move.',
    fr: 'Le crédit est insuffisant : il reste {balance} {currency}, {credit} devait passer.',
  },
} satisfies Record<string, ErrorReply>;
