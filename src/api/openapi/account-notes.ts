/** The commands about sub-accounts, and those of the account’s other nouns, as the document describes them. */
import { addressBookNotes } from './address-book-notes.ts';
import type { CommandNote, CommandNotes } from './command-note.ts';
import { currency, firstName, instant, lastName, page, totalOfPages } from './common-notes.ts';
import { list, number, record, text } from './json-schema.ts';
import { numberNotes } from './number-notes.ts';

const tokenSubaccount = text({
  en: 'Token that identifies the sub-account.',
  fr: 'Jeton (token) qui identifie le sous-compte.',
});
const credit = number({
  en: 'Amount, in the account’s currency.',
  fr: 'Montant, dans la devise du compte.',
});
const address = { en: 'Email address.', fr: 'Adresse e-mail.' };

const leftCredit = {
  credit: number({
    en: 'Balance of the account after the transfer.',
    fr: 'Solde du compte après le transfert.',
  }),
  subaccountCredit: number({
    en: 'Balance of the sub-account after the transfer.',
    fr: 'Solde du sous-compte après le transfert.',
  }),
  currency,
};

const toldSubAccount = record({
  token: tokenSubaccount,
  email: text({
    en: 'Email address; empty if there is none.',
    fr: 'Adresse e-mail ; vide s’il n’y en a pas.',
  }),
  firstname: firstName,
  lastname: lastName,
  credit: number({
    en: 'Balance: live, or test with a test key.',
    fr: 'Solde : réel, ou de test avec une clé de test.',
  }),
  currency,
  isActive: { type: 'boolean' },
  createdAt: instant,
});

const removeSubAccount: CommandNote = {
  summary: { en: 'Closes a sub-account.', fr: 'Ferme un sous-compte.' },
  takes: {
    token: tokenSubaccount,
    tokenSubaccount: text({ en: 'Same as `token`.', fr: 'Identique à `token`.' }),
  },
};

const subAccountNotes: CommandNotes = {
  '/v1/subaccount/create': {
    summary: {
      en: 'Creates a sub-account with an API key of its own.',
      fr: 'Crée un sous-compte avec sa propre clé d’API.',
    },
    takes: {
      type: text(
        {
          en: 'Both values create the same kind of sub-account.',
          fr: 'Les deux valeurs créent le même genre de sous-compte.',
        },
        { enum: ['simple', 'advanced'] },
      ),
      parameters: record(
        {
          email: text(address, { format: 'email' }),
          firstname: firstName,
          lastname: lastName,
          creditToAttribute: credit,
        },
        ['email'],
      ),
    },
    gives: {
      subaccount: record({
        email: text(address),
        token: tokenSubaccount,
        apiKey: text({
          en: 'API key of the sub-account; shown only once.',
          fr: 'Clé d’API du sous-compte ; montrée une seule fois.',
        }),
      }),
    },
    givesAll: true,
    keyed: true,
  },
  '/v1/subaccount/list': {
    summary: {
      en: 'Lists the sub-accounts of the account.',
      fr: 'Liste les sous-comptes du compte.',
    },
    takes: { page },
    gives: {
      currentPage: page,
      total: totalOfPages,
      data: list(toldSubAccount, {
        en: 'Sub-accounts on this page.',
        fr: 'Sous-comptes de cette page.',
      }),
    },
    givesAll: true,
  },
  '/v1/subaccount/remove': removeSubAccount,
  '/v1/subaccount/delete': removeSubAccount,
  '/v1/subaccount/credit/add': {
    summary: {
      en: 'Transfers money from the account to a sub-account.',
      fr: 'Transfère de l’argent du compte à un sous-compte.',
    },
    takes: { tokenSubaccount, credit },
    needs: ['tokenSubaccount', 'credit'],
    keyed: true,
    gives: leftCredit,
    givesAll: true,
  },
  '/v1/subaccount/credit/remove': {
    summary: {
      en: 'Transfers money from a sub-account back to the account.',
      fr: 'Transfère de l’argent d’un sous-compte vers le compte.',
    },
    takes: { tokenSubaccount, credit },
    needs: ['tokenSubaccount', 'credit'],
    keyed: true,
    gives: leftCredit,
    givesAll: true,
  },
};

export const accountNotes: CommandNotes = {
  ...addressBookNotes,
  ...subAccountNotes,
  ...numberNotes,
};
