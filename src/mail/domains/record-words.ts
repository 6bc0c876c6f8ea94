/** What the check of a domain says of its DNS records, in English and French side by side. */
import type { Sentence } from '#core/words.ts';

export const recordWords = {
  notLookedUp: {
    en: 'It could not be looked up: {why}.',
    fr: 'La recherche dans le DNS a échoué : {why}.',
  },
  hostNotLookedUp: {
    en: '{name} could not be looked up: {why}.',
    fr: 'La recherche de {name} dans le DNS a échoué : {why}.',
  },
  noRecord: {
    en: 'There is no such record at {name}.',
    fr: 'Il n’y a pas d’enregistrement de ce type sous {name}.',
  },
  inherited: { en: 'The policy of {above} holds.', fr: 'La politique de {above} s’applique.' },
  noPolicy: {
    en: 'There is no policy at {name}: Gmail and Yahoo ask for one.',
    fr: 'Il n’y a pas de politique sous {name} : Gmail et Yahoo en demandent une.',
  },
  severalDmarc: {
    en: 'There are {count} DMARC records: none counts.',
    fr: 'Il y a {count} enregistrements DMARC : aucun ne compte.',
  },
  policyUnknown: {
    en: 'p= says neither none nor quarantine nor reject.',
    fr: 'p= ne dit ni none, ni quarantine, ni reject.',
  },
  noAddress: { en: '{name} has no address.', fr: '{name} n’a pas d’adresse.' },
  otherServer: {
    en: 'Bounces go to another server than {name}.',
    fr: 'Les rejets vont à un autre serveur que {name}.',
  },
  notBack: {
    en: '{addresses} does not lead back to {name}.',
    fr: '{addresses} ne mène pas à {name}.',
  },
  noSpf: {
    en: 'There is no SPF record at {name}.',
    fr: 'Il n’y a pas d’enregistrement SPF sous {name}.',
  },
  spfWhy: { en: '{why}.', fr: '{why}.' },
} as const satisfies Readonly<Record<string, Sentence>>;

export const keyWords = {
  noKey: {
    en: 'It is no DKIM key: p= is missing.',
    fr: 'Ce n’est pas une clé DKIM : p= manque.',
  },
  revoked: { en: 'The key is revoked: p= is empty.', fr: 'La clé est révoquée : p= est vide.' },
  otherSelector: {
    en: 'Wrong selector: this is the key of {name}.',
    fr: 'Mauvais sélecteur : c’est la clé de {name}.',
  },
  cutOff: {
    en: 'The key is cut off after {length} of {whole} characters.',
    fr: 'La clé est coupée après {length} caractères sur {whole}.',
  },
  otherKey: { en: 'It is another key.', fr: 'C’est une autre clé.' },
  version: { en: 'v= is {version}, not DKIM1.', fr: 'v= est {version}, et non DKIM1.' },
  kind: { en: 'k= is {found}, not {kind}.', fr: 'k= est {found}, et non {kind}.' },
  kindMissing: { en: 'missing', fr: 'absent' },
  hash: { en: 'h= leaves out sha256.', fr: 'h= ne contient pas sha256.' },
  tests: {
    en: 't=y says that the domain only tests: receivers may ignore signatures.',
    fr: 't=y dit que le domaine est en test : les destinataires peuvent ignorer les signatures.',
  },
  split: {
    en: 'The key is split over {count} records: it has to be one record of several strings.',
    fr: 'La clé est répartie sur {count} enregistrements : il faut un seul enregistrement de plusieurs chaînes.',
  },
  several: {
    en: 'There are {count} records at this name: receivers may take any of them.',
    fr: 'Il y a {count} enregistrements sous ce nom : les destinataires peuvent prendre n’importe lequel.',
  },
  quoted: {
    en: 'The key is quoted: the quotes or backslashes were entered as part of the text.',
    fr: 'La clé est entre guillemets : les guillemets ou barres obliques inverses ont été saisis comme partie du texte.',
  },
  doubled: {
    en: 'It stands at {doubled}: the editor adds the domain by itself.',
    fr: 'L’enregistrement est sous {doubled} : l’éditeur ajoute lui-même le domaine.',
  },
} as const satisfies Readonly<Record<string, Sentence>>;

/** Each ends without a full stop. */
export const spfWords = {
  badAddress: { en: '{address} is no address', fr: '{address} n’est pas une adresse' },
  notAllowed: {
    en: '{address} is not among those that may send',
    fr: '{address} n’est pas parmi celles qui peuvent envoyer',
  },
  several: {
    en: 'There are {count} SPF records at {domain}: none counts',
    fr: 'Il y a {count} enregistrements SPF sous {domain} : aucun ne compte',
  },
  badMechanism: {
    en: '"{term}" in the SPF record of {domain} is no mechanism',
    fr: '« {term} » dans l’enregistrement SPF de {domain} n’est pas un mécanisme',
  },
  noAddress: { en: '"{term}" names no address', fr: '« {term} » ne désigne pas d’adresse' },
  tooManyLookUps: {
    en: 'It takes more than {max} look-ups: receivers give up',
    fr: 'Il faut plus de {max} recherches dans le DNS : les destinataires abandonnent',
  },
  notLookedUp: {
    en: '{name} could not be looked up: {why}',
    fr: 'La recherche de {name} dans le DNS a échoué : {why}',
  },
} as const satisfies Readonly<Record<string, Sentence>>;
