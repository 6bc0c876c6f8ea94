/** The command that tells who one is and what one has, at either base, as the document describes it. */
import type { CommandNotes } from './command-note.ts';
import { record, text, whole } from './json-schema.ts';

const user = record({
  id: whole('The number of the account.'),
  username: text('Its address.'),
  firstname: text('First name of whom it belongs to.'),
  lastname: text('Last name.'),
});
const money = text('With three decimals.');
const smsCredits = record({
  creditSms: whole('How many SMS the balance buys at home.'),
  creditSmsECO: whole('The same.'),
  creditSmsLowCost: whole('The same.'),
  creditHlr: whole('Look-ups cost nothing: none are sold.'),
  toSend: whole('SMS that are still to leave.'),
  solde: money,
  balance: money,
  currency: text('ISO 4217.'),
});
const mailCredits = record({
  creditMail: whole('How many mails the balance buys.'),
  balance: money,
  solde: money,
  currency: text('ISO 4217.'),
});

export const meNotes: CommandNotes = {
  '/v1/me': {
    summary: 'Tells account and balance.',
    gives: { user, credits: smsCredits },
    givesAll: true,
  },
  '/mail/v1/me': {
    summary: 'Tells account and balance.',
    gives: { user, credits: mailCredits },
    givesAll: true,
  },
};
