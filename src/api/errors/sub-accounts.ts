/** Sub-accounts and their credit. */
import type { ErrorReply } from './error-reply.ts';

export const subAccountsErrors = {
  'sub-accounts have none': {
    code: 4,
    status: 403,
    en: 'A sub-account cannot have sub-accounts.',
    fr: 'Un sous-compte ne peut pas avoir de sous-comptes.',
    fix: { en: 'Use a key of the parent account.', fr: 'Utilisez une clé du compte parent.' },
  },
  'type is unknown': {
    code: 9,
    status: 400,
    en: 'type must be simple or advanced.',
    fr: 'type doit être simple ou advanced.',
    fix: { en: 'Send simple or advanced.', fr: 'Envoyez simple ou advanced.' },
  },
  'sub-account is missing': {
    code: 3,
    status: 400,
    en: 'The token of the sub-account is required.',
    fr: 'L’identifiant du sous-compte est obligatoire.',
    fix: {
      en: 'Send the token, as returned by subaccount/list.',
      fr: 'Envoyez l’identifiant (token), tel que le renvoie subaccount/list.',
    },
  },
  'sub-account is unknown': {
    code: 7,
    status: 404,
    en: 'The sub-account does not exist.',
    fr: 'Le sous-compte n’existe pas.',
    fix: {
      en: 'Look up the token with subaccount/list.',
      fr: 'Cherchez l’identifiant (token) avec subaccount/list.',
    },
  },
  'credit is missing': {
    code: 2,
    status: 400,
    en: 'The credit is required.',
    fr: 'Le crédit est obligatoire.',
    fix: { en: 'Send credit, an amount.', fr: 'Envoyez credit, un montant.' },
  },
  'credit is not an amount': {
    code: 5,
    status: 400,
    en: '{name} must be an amount above 0 with at most six decimals.',
    fr: '{name} doit être un montant supérieur à 0, avec au plus six décimales.',
    fix: { en: 'Write it as 12.50.', fr: 'Écrivez-le comme 12.50.' },
  },
  'credit is not enough': {
    code: 8,
    status: 402,
    en: 'The balance is too low: it is {balance} {currency}, and the transfer needs {credit}.',
    fr: 'Le solde est trop bas : il est de {balance} {currency}, et le virement demande {credit}.',
    fix: {
      en: 'Transfer less, or credit the account first.',
      fr: 'Virez moins, ou créditez d’abord le compte.',
    },
  },
} satisfies Record<string, ErrorReply>;
