/** Sub-accounts and their credit. */
import type { ErrorReply } from './error-reply.ts';

export const subAccountsErrors = {
  'sub-accounts have none': {
    code: 4,
    status: 403,
    en: 'A sub-account has no sub-accounts of its own.',
    fr: 'Un sous-compte n’a pas de sous-comptes.',
    fix: {
      en: 'Ask with a key of the account above.',
      fr: 'Demandez avec une clé du compte parent.',
    },
  },
  'type is unknown': {
    code: 9,
    status: 400,
    en: 'type must be simple or advanced.',
    fr: 'type doit être simple ou advanced.',
    fix: {
      en: 'Send simple or advanced.',
      fr: 'Envoyez simple ou advanced.',
    },
  },
  'sub-account is missing': {
    code: 3,
    status: 400,
    en: 'The token of the sub-account is required.',
    fr: 'L’identifiant du sous-compte est obligatoire.',
    fix: {
      en: 'Give the token, as subaccount/list tells it.',
      fr: 'Donnez l’identifiant (token), tel que le rapporte subaccount/list.',
    },
  },
  'sub-account is unknown': {
    code: 7,
    status: 404,
    en: 'There is no such sub-account.',
    fr: 'Il n’y a pas de tel sous-compte.',
    fix: {
      en: 'Look the token up with subaccount/list.',
      fr: 'Cherchez l’identifiant (token) avec subaccount/list.',
    },
  },
  'credit is missing': {
    code: 2,
    status: 400,
    en: 'The credit is required.',
    fr: 'Le crédit est obligatoire.',
    fix: {
      en: 'Give credit, an amount.',
      fr: 'Donnez credit, un montant.',
    },
  },
  'credit is not an amount': {
    code: 5,
    status: 400,
    en: '{name} must be an amount above 0, of six decimals at most.',
    fr: '{name} doit être un montant supérieur à 0, de six décimales au plus.',
    fix: {
      en: 'Write it as 12.50.',
      fr: 'Écrivez-le comme 12.50.',
    },
  },
  'credit is not enough': {
    code: 8,
    status: 402,
    en: 'The credit is not enough: {balance} {currency} is left, {credit} was to move.',
    fr: 'Le crédit est insuffisant : il reste {balance} {currency}, {credit} devait passer.',
    fix: {
      en: 'Move less, or credit the account first.',
      fr: 'Déplacez moins, ou créditez d’abord le compte.',
    },
  },
} satisfies Record<string, ErrorReply>;
