/** What the check of a domain says of the domain as a whole, in English and French side by side. */
import type { Sentence } from '#core/words.ts';
import type { RecordPurpose, Verdict } from './checked-record.ts';

export const reportWords = {
  ready: {
    en: 'Ready, as far as was looked: {names}.',
    fr: 'Prêt, d’après les enregistrements vérifiés : {names}.',
  },
  notNeeded: {
    en: 'Not needed, and not in order: {names}.',
    fr: 'Pas nécessaire, et pas en ordre : {names}.',
  },
  notLookedAt: { en: 'Not looked at: {names}.', fr: 'Non vérifié : {names}.' },
} as const satisfies Readonly<Record<string, Sentence>>;

export const verdictSentences: Readonly<Record<Exclude<Verdict, 'ok'>, Sentence>> = {
  wrong: {
    en: 'Not ready: a record says something else than it should.',
    fr: 'Pas prêt : un enregistrement n’a pas la valeur attendue.',
  },
  missing: {
    en: 'Not ready: a record is missing.',
    fr: 'Pas prêt : un enregistrement manque.',
  },
  unknown: {
    en: 'It cannot be told now: the DNS did not answer everything.',
    fr: 'Inconnu pour l’instant : le DNS n’a pas répondu à toutes les requêtes.',
  },
};

export const purposeNames: Readonly<Record<RecordPurpose, Sentence>> = {
  signature: { en: 'keys that sign', fr: 'clés qui signent' },
  'next signature': { en: 'next key', fr: 'prochaine clé' },
  'last signature': { en: 'last key', fr: 'clé précédente' },
  'return path': { en: 'return path', fr: 'chemin de retour' },
  'return path SPF': { en: 'SPF', fr: 'SPF' },
  DMARC: { en: 'DMARC', fr: 'DMARC' },
  'server name': { en: 'name of the server', fr: 'nom du serveur' },
};
