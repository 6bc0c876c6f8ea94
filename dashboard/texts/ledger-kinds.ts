/** What moved money: the lines of the ledger. */
import { defineTexts } from './texts.ts';

export const ledgerKindTexts = defineTexts({
  en: {
    sms: { one: 'SMS of the hour ({count} segment)', other: 'SMS of the hour ({count} segments)' },
    email: 'Emails of the hour ({count})',
    refund: 'Refunds of SMS in the hour ({count})',
    'email refund': 'Refunds of emails in the hour ({count})',
    'top-up': 'Top-up',
    correction: 'Correction',
    transfer: 'Transfer',
    rent: 'Rent of a number',
    call: 'Call',
  },
  fr: {
    sms: { one: 'SMS de l’heure ({count} segment)', other: 'SMS de l’heure ({count} segments)' },
    email: 'E-mails de l’heure ({count})',
    refund: 'Remboursements de SMS dans l’heure ({count})',
    'email refund': 'Remboursements d’e-mails dans l’heure ({count})',
    'top-up': 'Recharge',
    correction: 'Correction',
    transfer: 'Transfert',
    rent: 'Loyer d’un numéro',
    call: 'Appel',
  },
});
