/** The request as a whole: its form, its size, and what keeps it from being answered. */
import type { ErrorReply } from './error-reply.ts';

export const requestErrors = {
  'body is not JSON': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it begins like JSON and is none.',
    fr: 'Le corps est mal formé : il commence comme du JSON et n’en est pas.',
    fix: {
      en: 'Send what a JSON library writes, and look for quotes and commas.',
      fr: 'Envoyez ce qu’écrit une bibliothèque JSON, et cherchez guillemets et virgules.',
    },
  },
  'body is not an object': {
    code: 90,
    status: 400,
    en: 'The body is malformed: its JSON must be an object.',
    fr: 'Le corps est mal formé : son JSON doit être un objet.',
    fix: {
      en: 'Put the parameters into {…}.',
      fr: 'Placez les paramètres dans {…}.',
    },
  },
  'body is not XML': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it begins like XML and is none.',
    fr: 'Le corps est mal formé : il commence comme du XML et n’en est pas.',
    fix: {
      en: 'Send what an XML library writes.',
      fr: 'Envoyez ce qu’écrit une bibliothèque XML.',
    },
  },
  'XML has a document type': {
    code: 90,
    status: 400,
    en: 'The body is malformed: a document type declaration is not accepted.',
    fr: 'Le corps est mal formé : une déclaration de type de document n’est pas acceptée.',
    fix: {
      en: 'Leave <!DOCTYPE …> out.',
      fr: 'Retirez <!DOCTYPE …>.',
    },
  },
  'XML has an unknown entity': {
    code: 90,
    status: 400,
    en: 'The body is malformed: XML knows the entities amp, lt, gt, quot, apos and numeric ones.',
    fr: 'Le corps est mal formé : XML connaît les entités amp, lt, gt, quot, apos et numériques.',
    fix: {
      en: 'Write the character itself, or its number.',
      fr: 'Écrivez le caractère lui-même, ou son numéro.',
    },
  },
  'body has an unknown encoding': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it is not in UTF-8.',
    fr: 'Le corps est mal formé : il n’est pas en UTF-8.',
    fix: {
      en: 'Write the request in UTF-8.',
      fr: 'Écrivez la requête en UTF-8.',
    },
  },
  'body is multipart': {
    code: 90,
    status: 400,
    en: 'The body is malformed: send JSON, XML or an urlencoded form, not a multipart one.',
    fr: 'Le corps est mal formé : envoyez du JSON, du XML ou un formulaire urlencodé, pas multipart.',
    fix: {
      en: 'Send JSON; files go in base64.',
      fr: 'Envoyez du JSON ; les fichiers y sont en base64.',
    },
  },
  'form is not UTF-8': {
    code: 90,
    status: 400,
    en: 'The parameters are malformed: their percent-encoding is not UTF-8.',
    fr: 'Les paramètres sont mal formés : leur encodage en pour-cent n’est pas de l’UTF-8.',
    fix: {
      en: 'Write the request in UTF-8.',
      fr: 'Écrivez la requête en UTF-8.',
    },
  },
  'nesting is too deep': {
    code: 90,
    status: 400,
    en: 'The request is malformed: values are nested more than {max} deep.',
    fr: 'La requête est mal formée : des valeurs sont imbriquées sur plus de {max} niveaux.',
    fix: {
      en: 'Send less in one request.',
      fr: 'Envoyez moins de choses dans une requête.',
    },
  },
  'too many parameters': {
    code: 90,
    status: 400,
    en: 'The request is malformed: it has more than {max} parameters.',
    fr: 'La requête est mal formée : elle a plus de {max} paramètres.',
    fix: {
      en: 'Send less in one request.',
      fr: 'Envoyez moins de choses dans une requête.',
    },
  },
  'too many elements': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it has more than {max} elements.',
    fr: 'Le corps est mal formé : il a plus de {max} éléments.',
    fix: {
      en: 'Send less in one request.',
      fr: 'Envoyez moins de choses dans une requête.',
    },
  },
  'content coding is not taken': {
    code: 90,
    status: 415,
    en: 'The body has the Content-Encoding {coding}: bodies are taken uncompressed.',
    fr: 'Le corps a le Content-Encoding {coding} : les corps se prennent non compressés.',
    fix: {
      en: 'Send the body as it is, without Content-Encoding.',
      fr: 'Envoyez le corps tel quel, sans Content-Encoding.',
    },
  },
  'parameter is unknown': {
    code: 9,
    status: 400,
    en: 'This command has no parameter {name}.',
    fr: 'Cette commande n’a pas de paramètre {name}.',
    fix: {
      en: 'Look at the name in the reference, or leave out `strict`: the parameter is then ignored.',
      fr: 'Vérifiez le nom dans la référence, ou retirez `strict` : le paramètre est alors ignoré.',
    },
  },
  'parameter is given twice': {
    code: 9,
    status: 400,
    en: 'The parameter {name} is given twice, with different values.',
    fr: 'Le paramètre {name} est donné deux fois, avec des valeurs différentes.',
    fix: {
      en: 'Give it once, in the body or in the query.',
      fr: 'Donnez-le une seule fois, dans le corps ou dans la requête.',
    },
  },
  'command is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such command.',
    fr: 'Cette commande n’existe pas.',
    fix: {
      en: 'Look at the path: /v1/ for SMS, /mail/v1/ for emails.',
      fr: 'Vérifiez le chemin : /v1/ pour les SMS, /mail/v1/ pour les e-mails.',
    },
  },
  'method is not allowed': {
    code: 405,
    status: 405,
    en: 'This command does not take this method.',
    fr: 'Cette commande n’accepte pas cette méthode.',
    fix: {
      en: 'Use a method that the header Allow names.',
      fr: 'Employez une méthode que nomme l’en-tête Allow.',
    },
  },
  'body is too large': {
    code: 413,
    status: 413,
    en: 'The body has more than {max} bytes.',
    fr: 'Le corps a plus de {max} octets.',
    fix: {
      en: 'Split it over several requests.',
      fr: 'Répartissez-le sur plusieurs requêtes.',
    },
  },
  'target is too long': {
    code: 414,
    status: 414,
    en: 'The address has more than {max} bytes. Send the parameters in the body.',
    fr: 'L’adresse a plus de {max} octets. Envoyez les paramètres dans le corps.',
    fix: {
      en: 'Send the parameters by POST in the body.',
      fr: 'Envoyez les paramètres par POST, dans le corps.',
    },
  },
  'headers are too large': {
    code: 431,
    status: 431,
    en: 'The headers are too large.',
    fr: 'Les en-têtes sont trop grands.',
    fix: {
      en: 'Send fewer or shorter headers and cookies.',
      fr: 'Envoyez des en-têtes et cookies moins nombreux ou plus courts.',
    },
  },
  'request took too long': {
    code: 408,
    status: 408,
    en: 'The request did not arrive in time.',
    fr: 'La requête n’est pas arrivée à temps.',
    fix: {
      en: 'Send it again over a better line, in one piece.',
      fr: 'Renvoyez-la par une meilleure liaison, d’un seul tenant.',
    },
  },
  'request is not HTTP': {
    code: 90,
    status: 400,
    en: 'The request is malformed.',
    fr: 'La requête est mal formée.',
    fix: {
      en: 'Use an HTTP library; look at what a proxy in between changes.',
      fr: 'Employez une bibliothèque HTTP ; voyez ce que change un proxy intermédiaire.',
    },
  },
  'transfer coding is unknown': {
    code: 90,
    status: 400,
    en: 'The request is malformed: its transfer coding is unknown.',
    fr: 'La requête est mal formée : son codage de transfert est inconnu.',
    fix: {
      en: 'Use an HTTP library; look at what a proxy in between changes.',
      fr: 'Employez une bibliothèque HTTP ; voyez ce que change un proxy intermédiaire.',
    },
  },
  'host is not one': {
    code: 90,
    status: 400,
    en: 'The request is malformed: it needs one Host header.',
    fr: 'La requête est mal formée : il lui faut un en-tête Host.',
    fix: {
      en: 'Use an HTTP library; look at what a proxy in between changes.',
      fr: 'Employez une bibliothèque HTTP ; voyez ce que change un proxy intermédiaire.',
    },
  },
  'service is overloaded': {
    code: 500,
    status: 503,
    en: 'The service takes no more requests at the moment. Try again later.',
    fr: 'Le service n’accepte plus de requêtes pour le moment. Réessayez plus tard.',
    fix: {
      en: 'Send it again after Retry-After with the same Idempotency-Key.',
      fr: 'Renvoyez-la après Retry-After, avec la même Idempotency-Key.',
    },
  },
  'service is unavailable': {
    code: 500,
    status: 503,
    en: 'The service cannot answer now. Nothing was accepted: try again later.',
    fr: 'Le service ne peut pas répondre. Rien n’a été accepté : réessayez plus tard.',
    fix: {
      en: 'Send it again after Retry-After with the same Idempotency-Key.',
      fr: 'Renvoyez-la après Retry-After, avec la même Idempotency-Key.',
    },
  },
  'outcome is unknown': {
    code: 500,
    status: 500,
    en: 'The connection to the storage was lost as the request was being stored. It may have been carried out or not.',
    fr: 'La connexion au stockage a été perdue pendant l’enregistrement. La demande a peut-être été exécutée, peut-être pas.',
    fix: {
      en: 'Look it up (list by tag, or balance) before sending it again. With an Idempotency-Key, send it again: it is done once.',
      fr: 'Vérifiez (liste par tag, ou solde) avant de renvoyer. Avec une Idempotency-Key, renvoyez-la : elle n’est exécutée qu’une fois.',
    },
  },
  'something broke': {
    code: 500,
    status: 500,
    en: 'Something went wrong on our side. The request id finds it in our log.',
    fr: 'Une erreur est survenue de notre côté. L’identifiant de requête la retrouve dans notre journal.',
    fix: {
      en: 'Tell whoever runs this server the X-Request-Id.',
      fr: 'Donnez le X-Request-Id à qui exploite ce serveur.',
    },
  },
} satisfies Record<string, ErrorReply>;
