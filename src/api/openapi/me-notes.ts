/** The command that returns account and balance, at either base, as the document describes it. */
import type { CommandNotes } from './command-note.ts';
import { currency, firstName, lastName } from './common-notes.ts';
import { record, text, whole } from './json-schema.ts';

const user = record({
  id: whole({ en: 'Account ID.', fr: 'Identifiant du compte.' }),
  username: text({
    en: 'Email address of the account.',
    fr: 'Adresse e-mail du compte.',
  }),
  firstname: firstName,
  lastname: lastName,
});
const money = text({
  en: 'Balance, with three decimals.',
  fr: 'Solde, avec trois décimales.',
});
const sameSms = whole({
  en: 'Same value as `creditSms`.',
  fr: 'Même valeur que `creditSms`.',
});
const smsCredits = record({
  creditSms: whole({
    en: 'Number of SMS that the balance buys in the account’s country.',
    fr: 'Nombre de SMS que le solde permet d’acheter dans le pays du compte.',
  }),
  creditSmsECO: sameSms,
  creditSmsLowCost: sameSms,
  creditHlr: whole({
    en: 'Always 0: lookups are free.',
    fr: 'Toujours 0 : les recherches sont gratuites.',
  }),
  toSend: whole({ en: 'Number of pending SMS.', fr: 'Nombre de SMS en attente.' }),
  solde: money,
  balance: money,
  currency,
});
const mailCredits = record({
  creditMail: whole({
    en: 'Number of emails that the balance buys.',
    fr: 'Nombre d’e-mails que le solde permet d’acheter.',
  }),
  balance: money,
  solde: money,
  currency,
});

const summary = {
  en: 'Returns the account and its balance.',
  fr: 'Renvoie le compte et son solde.',
};

export const meNotes: CommandNotes = {
  '/v1/me': { summary, gives: { user, credits: smsCredits }, givesAll: true },
  '/mail/v1/me': { summary, gives: { user, credits: mailCredits }, givesAll: true },
};
