/** Why a field of an endpoint is refused: each reason continues the name of the field in English. */
import type { Sentence } from '#core/words.ts';

export const endpointReasons = {
  'not reachable': {
    en: '{reason}; PARLEY_WEBHOOK_ALLOW opens addresses that are not public, "parley listen" brings events to this machine',
    fr: '{reason} ; PARLEY_WEBHOOK_ALLOW ouvre des adresses qui ne sont pas publiques, « parley listen » amène les événements sur cette machine',
  },
  'user name is not encoded': {
    en: 'has a user name that is not percent-encoded text',
    fr: 'son nom d’utilisateur n’est pas un texte codé par des pour-cent',
  },
  'URL is named by requests': {
    en: 'cannot change: requests name the URLs of this endpoint',
    fr: 'elle ne change pas : les requêtes nomment les URL de ce point de terminaison',
  },
  'event is unknown': {
    en: 'has "{word}", which is none of {known}',
    fr: 'il a « {word} », qui n’est aucun de : {known}',
  },
  'out of bounds': {
    en: 'must be a whole number from {min} to {max}',
    fr: 'il faut un nombre entier de {min} à {max}',
  },
  'too many delays': { en: 'has more than {max} delays', fr: 'il a plus de {max} délais' },
  'delay is not whole seconds': {
    en: 'must be whole seconds, each at least 1',
    fr: 'il faut des secondes entières, chacune d’au moins 1',
  },
  'schedule is too long': { en: 'is longer than 72 hours', fr: 'il dure plus de 72 heures' },
  'too many characters': {
    en: 'is longer than {max} characters',
    fr: 'il dépasse {max} caractères',
  },
  'not a certificate': {
    en: 'is not a certificate in PEM',
    fr: 'ce n’est pas un certificat en PEM',
  },
  'certificate or key is missing': {
    en: 'and certificate go together',
    fr: 'la clé et le certificat vont ensemble',
  },
  'key does not belong': {
    en: 'is not the certificate’s, or not a key in PEM',
    fr: 'ce n’est pas celle du certificat, ou pas une clé en PEM',
  },
  'certificate is unusable': { en: 'cannot be used: {why}', fr: 'il ne peut pas servir : {why}' },
  'too many headers': { en: 'has more than {max} headers', fr: 'il a plus de {max} en-têtes' },
  'header comes twice': { en: 'names a header twice', fr: 'il nomme deux fois le même en-tête' },
  'not a header name': {
    en: 'has {name}, which is no name of a header',
    fr: 'il a {name}, qui n’est pas un nom d’en-tête',
  },
  'header is reserved': {
    en: 'has {name}, which Parley sets itself',
    fr: 'il a {name}, que Parley pose lui-même',
  },
  'header has a line break': {
    en: 'has a line break or a NUL in {name}, which would split the request',
    fr: 'il a dans {name} un saut de ligne ou un NUL, qui couperait la requête en deux',
  },
  'header is not ASCII': {
    en: 'has more than visible ASCII in {name}',
    fr: 'il a dans {name} autre chose que de l’ASCII visible',
  },
  'not a secret': {
    en: 'must be whsec_ and the base64 of 24 to 64 bytes',
    fr: 'il faut whsec_ et le base64 de 24 à 64 octets',
  },
} as const satisfies Record<string, Sentence>;
