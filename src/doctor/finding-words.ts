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
  itself: { en: ' It calls itself {peer}.', fr: ' Il se nomme {peer}.' },
  orMore: { en: '{count} or more', fr: '{count} ou plus' },
  failing: { en: '{count} fail ({named})', fr: '{count} échouent ({named})' },
  disabled: { en: '{count} disabled', fr: '{count} désactivés' },
  paused: { en: '{count} paused', fr: '{count} suspendus' },
  superuser: {
    en: '{name} is a superuser of the server',
    fr: '{name} est superutilisateur du serveur',
  },
  knownPassword: {
    en: 'the password of {name} is one that is tried first',
    fr: 'le mot de passe de {name} est de ceux que l’on essaie en premier',
  },
  madeFor: { en: '{count} for {host}', fr: '{count} pour {host}' },
  besides: {
    en: '; {seconds} s where somebody has stopped it or the receiver is away',
    fr: ' ; {seconds} s là où quelqu’un l’a arrêté ou le récepteur est absent',
  },
  noReason: { en: 'no reason', fr: 'sans raison' },
  noAnswer: { en: 'no answer', fr: 'pas de réponse' },
  none: { en: 'there is none', fr: 'il n’y en a pas' },
  more: { en: '{troubles} And more.', fr: '{troubles} Et d’autres.' },
  hexInResponse: {
    en: 'ids look hexadecimal in answers and decimal in receipts',
    fr: 'les identifiants semblent hexadécimaux dans les réponses et décimaux dans les accusés',
  },
  hexInReceipt: {
    en: 'ids look decimal in answers and hexadecimal in receipts',
    fr: 'les identifiants semblent décimaux dans les réponses et hexadécimaux dans les accusés',
  },
  asIs: {
    en: 'ids look alike in answers and receipts',
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
