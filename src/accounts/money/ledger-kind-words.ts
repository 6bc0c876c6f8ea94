/** What moved money, as pages name it: the filter of the ledger finds a line by these names. */
import type { LedgerLine } from '#accounts/ledger.ts';
import type { Sentence } from '#core/words.ts';

export const ledgerKindNames: Readonly<Record<LedgerLine['kind'], Sentence>> = {
  sms: { en: 'SMS of the hour', fr: 'SMS de l’heure' },
  email: { en: 'Emails of the hour', fr: 'E-mails de l’heure' },
  refund: { en: 'Refunds of SMS in the hour', fr: 'Remboursements de SMS dans l’heure' },
  'email refund': {
    en: 'Refunds of emails in the hour',
    fr: 'Remboursements d’e-mails dans l’heure',
  },
  'top-up': { en: 'Top-up', fr: 'Recharge' },
  correction: { en: 'Correction', fr: 'Correction' },
  transfer: { en: 'Transfer', fr: 'Transfert' },
  rent: { en: 'Rent of a number', fr: 'Loyer d’un numéro' },
  call: { en: 'Call', fr: 'Appel' },
};
