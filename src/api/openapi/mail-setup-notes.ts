/** The commands about sending domains, senders and the suppression list, as the document describes them. */
import type { CommandNotes } from './command-note.ts';
import { entries, entryId, explanation, lastIdRead, parisTime } from './common-notes.ts';
import { flag, list, record, text, whole } from './json-schema.ts';

export const email = text({ en: 'Email address.', fr: 'Adresse e-mail.' }, { format: 'email' });
export const displayName = text({ en: 'Display name.', fr: 'Nom affiché.' });

const recordName = text({
  en: 'Name of the DNS record.',
  fr: 'Nom de l’enregistrement DNS.',
});
const purpose = text({ en: 'Purpose of the record.', fr: 'But de l’enregistrement.' });

const sendingDomain = {
  domain: text({
    en: 'Domain name, such as `example.org`.',
    fr: 'Nom de domaine, par exemple `example.org`.',
  }),
  verified: {
    type: 'boolean',
    description: {
      en: 'Whether the domain is verified and can send email.',
      fr: 'Si le domaine est vérifié et peut envoyer des e-mails.',
    },
  },
  createdAt: parisTime,
  records: list(
    record({
      purpose,
      type: text({ en: '`TXT` or `MX`.', fr: '`TXT` ou `MX`.' }),
      name: recordName,
      value: text({
        en: 'Value of the DNS record.',
        fr: 'Valeur de l’enregistrement DNS.',
      }),
    }),
    {
      en: 'DNS records to publish.',
      fr: 'Enregistrements DNS à publier.',
    },
  ),
};

const domain = text({
  en: 'Domain name, such as `acme.example`.',
  fr: 'Nom de domaine, par exemple `acme.example`.',
});
const isDefault = {
  en: 'Default sender, for emails without `from`.',
  fr: 'Expéditeur par défaut, pour les e-mails sans `from`.',
};
const sender = {
  email,
  name: displayName,
  default: { type: 'boolean', description: isDefault },
};
const verdict = text(
  { en: 'Result of the check.', fr: 'Résultat de la vérification.' },
  { enum: ['ok', 'wrong', 'missing', 'unknown'] },
);
const checkedRecord = record({
  purpose,
  type: text({ en: '`TXT`, `MX` or `PTR`.', fr: '`TXT`, `MX` ou `PTR`.' }),
  name: recordName,
  expected: text({ en: 'Expected value.', fr: 'Valeur attendue.' }),
  found: list({ type: 'string' }, { en: 'Values found.', fr: 'Valeurs trouvées.' }),
  verdict,
  why: text({
    en: 'Explanation; empty if there is nothing to add.',
    fr: 'Explication ; vide s’il n’y a rien à ajouter.',
  }),
  required: {
    type: 'boolean',
    description: {
      en: 'Whether the domain cannot send email without this record.',
      fr: 'Si le domaine ne peut envoyer d’e-mail sans cet enregistrement.',
    },
  },
});

export const mailSetupNotes: CommandNotes = {
  '/mail/v1/domain/add': {
    summary: {
      en: 'Adds a domain and returns the DNS records to publish.',
      fr: 'Ajoute un domaine et renvoie les enregistrements DNS à publier.',
    },
    takes: { domain },
    needs: ['domain'],
    gives: sendingDomain,
    givesAll: true,
  },
  '/mail/v1/domain/list': {
    summary: { en: 'Lists the domains of the account.', fr: 'Liste les domaines du compte.' },
    gives: {
      nbData: entries,
      data: list(record(sendingDomain), { en: 'All domains.', fr: 'Tous les domaines.' }),
    },
    givesAll: true,
  },
  '/mail/v1/domain/check': {
    summary: {
      en: 'Checks the DNS records of a domain now.',
      fr: 'Vérifie maintenant les enregistrements DNS d’un domaine.',
    },
    takes: { domain },
    needs: ['domain'],
    gives: {
      domain,
      verified: sendingDomain.verified,
      takenByAnother: {
        type: 'boolean',
        description: {
          en: 'Whether another account has verified the domain.',
          fr: 'Si un autre compte a vérifié le domaine.',
        },
      },
      verdict,
      summary: explanation,
      records: list(checkedRecord, {
        en: 'Result for each DNS record.',
        fr: 'Résultat pour chaque enregistrement DNS.',
      }),
    },
    givesAll: true,
  },
  '/mail/v1/domain/delete': {
    summary: { en: 'Removes a domain.', fr: 'Supprime un domaine.' },
    takes: { domain },
    needs: ['domain'],
  },
  '/mail/v1/sender/add': {
    summary: {
      en: 'Adds a sender address.',
      fr: 'Ajoute une adresse d’expéditeur.',
    },
    takes: { email, name: displayName, default: flag(isDefault) },
    needs: ['email'],
    gives: sender,
    givesAll: true,
  },
  '/mail/v1/sender/list': {
    summary: {
      en: 'Lists the senders of the account.',
      fr: 'Liste les expéditeurs du compte.',
    },
    gives: {
      nbData: entries,
      data: list(record(sender), { en: 'All senders.', fr: 'Tous les expéditeurs.' }),
    },
    givesAll: true,
  },
  '/mail/v1/sender/delete': {
    summary: { en: 'Removes a sender.', fr: 'Supprime un expéditeur.' },
    takes: { email },
    needs: ['email'],
  },
  '/mail/v1/unsubscribe/list': {
    summary: {
      en: 'Lists the addresses on the suppression list.',
      fr: 'Liste les adresses de la liste de suppression.',
    },
    takes: {
      after: lastIdRead,
      limit: whole(
        { en: 'Number of entries to return.', fr: 'Nombre d’entrées à renvoyer.' },
        { minimum: 1 },
      ),
    },
    gives: {
      nbData: entries,
      data: list(record({ id: entryId, email, createdAt: parisTime }), {
        en: 'Entries, in the order of their IDs.',
        fr: 'Entrées, dans l’ordre de leurs identifiants.',
      }),
    },
    givesAll: true,
  },
  '/mail/v1/unsubscribe/add': {
    summary: {
      en: 'Adds an address to the suppression list.',
      fr: 'Ajoute une adresse à la liste de suppression.',
    },
    takes: { email },
    needs: ['email'],
    gives: { unsubscribeId: entryId },
    givesAll: true,
  },
  '/mail/v1/unsubscribe/delete': {
    summary: {
      en: 'Removes an entry from the suppression list.',
      fr: 'Retire une entrée de la liste de suppression.',
    },
    takes: { id: entryId },
    needs: ['id'],
  },
};
