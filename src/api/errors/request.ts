/** The request as a whole: its form, its size, and what keeps it from being answered. */
import type { ErrorReply } from './error-reply.ts';

export const requestErrors = {
  'body is not JSON': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it begins like JSON and is none.',
    fr: 'Le corps est mal formé : il commence comme du JSON et n’en est pas.',
  },
  'body is not an object': {
    code: 90,
    status: 400,
    en: 'The body is malformed: its JSON must be an object.',
    fr: 'Le corps est mal formé : son JSON doit être un objet.',
  },
  'body is not XML': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it begins like XML and is none.',
    fr: 'Le corps est mal formé : il commence comme du XML et n’en est pas.',
  },
  'XML has a document type': {
    code: 90,
    status: 400,
    en: 'The body is malformed: a document type declaration is not accepted.',
    fr: 'Le corps est mal formé : une déclaration de type de document n’est pas acceptée.',
  },
  'XML has an unknown entity': {
    code: 90,
    status: 400,
    en: 'The body is malformed: XML knows the entities amp, lt, gt, quot, apos and numeric ones.',
    fr: 'Le corps est mal formé : XML connaît les entités amp, lt, gt, quot, apos et numériques.',
  },
  'body has an unknown encoding': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it is not in UTF-8.',
    fr: 'Le corps est mal formé : il n’est pas en UTF-8.',
  },
  'body is multipart': {
    code: 90,
    status: 400,
    en: 'The body is malformed: send JSON, XML or an urlencoded form, not a multipart one.',
    fr: 'Le corps est mal formé : envoyez du JSON, du XML ou un formulaire urlencodé, pas multipart.',
  },
  'form is not UTF-8': {
    code: 90,
    status: 400,
    en: 'The parameters are malformed: their percent-encoding is not UTF-8.',
    fr: 'Les paramètres sont mal formés : leur encodage en pour-cent n’est pas de l’UTF-8.',
  },
  'nesting is too deep': {
    code: 90,
    status: 400,
    en: 'The request is malformed: values are nested more than {max} deep.',
    fr: 'La requête est mal formée : des valeurs sont imbriquées sur plus de {max} niveaux.',
  },
  'too many parameters': {
    code: 90,
    status: 400,
    en: 'The request is malformed: it has more than {max} parameters.',
    fr: 'La requête est mal formée : elle a plus de {max} paramètres.',
  },
  'too many elements': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it has more than {max} elements.',
    fr: 'Le corps est mal formé : il a plus de {max} éléments.',
  },
  'parameter is given twice': {
    code: 9,
    status: 400,
    en: 'The parameter {name} is given twice, with different values.',
    fr: 'Le paramètre {name} est donné deux fois, avec des valeurs différentes.',
  },
  'command is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such command.',
    fr: 'Cette commande n’existe pas.',
  },
  'method is not allowed': {
    code: 405,
    status: 405,
    en: 'This command does not take this method.',
    fr: 'Cette commande n’accepte pas cette méthode.',
  },
  'body is too large': {
    code: 413,
    status: 413,
    en: 'The body has more than {max} bytes.',
    fr: 'Le corps a plus de {max} octets.',
  },
  'target is too long': {
    code: 414,
    status: 414,
    en: 'The address has more than {max} bytes. Send the parameters in the body.',
    fr: 'L’adresse a plus de {max} octets. Envoyez les paramètres dans le corps.',
  },
  'headers are too large': {
    code: 431,
    status: 431,
    en: 'The headers are too large.',
    fr: 'Les en-têtes sont trop grands.',
  },
  'request took too long': {
    code: 408,
    status: 408,
    en: 'The request did not arrive in time.',
    fr: 'La requête n’est pas arrivée à temps.',
  },
  'request is not HTTP': {
    code: 90,
    status: 400,
    en: 'The request is malformed.',
    fr: 'La requête est mal formée.',
  },
  'transfer coding is unknown': {
    code: 90,
    status: 400,
    en: 'The request is malformed: its transfer coding is unknown.',
    fr: 'La requête est mal formée : son codage de transfert est inconnu.',
  },
  'host is not one': {
    code: 90,
    status: 400,
    en: 'The request is malformed: it needs one Host header.',
    fr: 'La requête est mal formée : il lui faut un en-tête Host.',
  },
  'service is overloaded': {
    code: 500,
    status: 503,
    en: 'The service takes no more requests at the moment. Try again later.',
    fr: 'Le service n’accepte plus de requêtes pour le moment. Réessayez plus tard.',
  },
  'service is unavailable': {
    code: 500,
    status: 503,
    en: 'The service cannot answer now. Nothing was accepted: try again later.',
    fr: 'Le service ne peut pas répondre. Rien n’a été accepté : réessayez plus tard.',
  },
  'something broke': {
    code: 500,
    status: 500,
    en: 'Something went wrong on our side. The request id finds it in our log.',
    fr: 'Une erreur est survenue de notre côté. L’identifiant de requête la retrouve dans notre journal.',
  },
} satisfies Record<string, ErrorReply>;
