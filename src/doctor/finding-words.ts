/** How the doctor says one thing, in English and French. */
import type { Sentence } from '#core/words.ts';

/** What was looked at, how it is, and one thing to do where it is not well. */
export type FindingWords = {
  readonly of: Sentence;
  readonly says: Sentence;
  readonly fix?: Sentence;
};

/** What stands within the sentences. */
export const findingParts = {
  itself: {
    en: ' The system ID of the operator is {peer}.',
    fr: ' L’identifiant système de l’opérateur est {peer}.',
  },
  orMore: { en: '{count} or more', fr: '{count} ou plus' },
  failing: { en: '{count} fail ({named})', fr: '{count} échouent ({named})' },
  disabled: { en: '{count} disabled', fr: '{count} désactivés' },
  paused: { en: '{count} paused', fr: '{count} suspendus' },
  superuser: {
    en: '{name} is a superuser of the server',
    fr: '{name} est superutilisateur du serveur',
  },
  knownPassword: {
    en: 'the password of {name} is easy to guess',
    fr: 'le mot de passe de {name} est facile à deviner',
  },
  madeFor: { en: '{count} for {host}', fr: '{count} pour {host}' },
  besides: {
    en: '; {seconds} s in queues that are paused or whose destination is down',
    fr: ' ; {seconds} s dans les files en pause ou dont la destination est en panne',
  },
  noReason: { en: 'no reason given', fr: 'sans raison donnée' },
  noAnswer: { en: 'no response', fr: 'pas de réponse' },
  none: { en: 'there is none', fr: 'il n’y en a pas' },
  more: { en: '{troubles} There are more problems.', fr: '{troubles} Il y a d’autres problèmes.' },
  hexInResponse: {
    en: 'ids look hexadecimal in responses and decimal in receipts',
    fr: 'les identifiants semblent hexadécimaux dans les réponses et décimaux dans les accusés',
  },
  hexInReceipt: {
    en: 'ids look decimal in responses and hexadecimal in receipts',
    fr: 'les identifiants semblent décimaux dans les réponses et hexadécimaux dans les accusés',
  },
  asIs: {
    en: 'ids look the same in responses and receipts',
    fr: 'les identifiants semblent pareils dans les réponses et les accusés',
  },
  letterCase: {
    en: 'ids differ in letter case',
    fr: 'les identifiants diffèrent par la casse',
  },
  leadingZeros: {
    en: 'ids differ in leading zeros',
    fr: 'les identifiants diffèrent par des zéros de tête',
  },
} as const satisfies Readonly<Record<string, Sentence>>;
