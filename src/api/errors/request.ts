/** The request as a whole: its form, its size, and what keeps it from being answered. */
import type { ErrorReply } from './error-reply.ts';

export const requestErrors = {
  'body is not JSON': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it is not valid JSON.',
    fr: 'Le corps est mal formé : ce n’est pas du JSON valide.',
    fix: {
      en: 'Check quotes and commas, or create the body with a JSON library.',
      fr: 'Vérifiez les guillemets et les virgules, ou créez le corps avec une bibliothèque JSON.',
    },
  },
  'body is not an object': {
    code: 90,
    status: 400,
    en: 'The body is malformed: its JSON must be an object.',
    fr: 'Le corps est mal formé : son JSON doit être un objet.',
    fix: {
      en: 'Send the parameters as an object, {…}.',
      fr: 'Envoyez les paramètres dans un objet, {…}.',
    },
  },
  'body is not XML': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it is not valid XML.',
    fr: 'Le corps est mal formé : ce n’est pas du XML valide.',
    fix: {
      en: 'Create the body with an XML library.',
      fr: 'Créez le corps avec une bibliothèque XML.',
    },
  },
  'XML has a document type': {
    code: 90,
    status: 400,
    en: 'The body is malformed: a document type declaration is not accepted.',
    fr: 'Le corps est mal formé : une déclaration de type de document n’est pas acceptée.',
    fix: { en: 'Remove <!DOCTYPE …>.', fr: 'Retirez <!DOCTYPE …>.' },
  },
  'XML has an unknown entity': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it has an unknown XML entity. Only amp, lt, gt, quot, apos and numeric entities are accepted.',
    fr: 'Le corps est mal formé : il a une entité XML inconnue. Seules amp, lt, gt, quot, apos et les entités numériques sont acceptées.',
    fix: {
      en: 'Write the character itself, or a numeric entity.',
      fr: 'Écrivez le caractère lui-même, ou une entité numérique.',
    },
  },
  'body has an unknown encoding': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it is not in UTF-8.',
    fr: 'Le corps est mal formé : il n’est pas en UTF-8.',
    fix: { en: 'Encode the request in UTF-8.', fr: 'Encodez la requête en UTF-8.' },
  },
  'body is multipart': {
    code: 90,
    status: 400,
    en: 'The body is malformed: multipart forms are not accepted. Send JSON, XML or a URL-encoded form.',
    fr: 'Le corps est mal formé : les formulaires multipart ne sont pas acceptés. Envoyez du JSON, du XML ou un formulaire encodé en URL.',
    fix: {
      en: 'Send JSON, with files in base64.',
      fr: 'Envoyez du JSON, avec les fichiers en base64.',
    },
  },
  'form is not UTF-8': {
    code: 90,
    status: 400,
    en: 'The parameters are malformed: their percent-encoding is not UTF-8.',
    fr: 'Les paramètres sont mal formés : leur encodage en pour-cent n’est pas de l’UTF-8.',
    fix: { en: 'Encode the request in UTF-8.', fr: 'Encodez la requête en UTF-8.' },
  },
  'nesting is too deep': {
    code: 90,
    status: 400,
    en: 'The request is malformed: values are nested more than {max} deep.',
    fr: 'La requête est mal formée : des valeurs sont imbriquées sur plus de {max} niveaux.',
    fix: {
      en: 'Split the data into several requests.',
      fr: 'Répartissez les données sur plusieurs requêtes.',
    },
  },
  'too many parameters': {
    code: 90,
    status: 400,
    en: 'The request is malformed: it has more than {max} parameters.',
    fr: 'La requête est mal formée : elle a plus de {max} paramètres.',
    fix: {
      en: 'Split the data into several requests.',
      fr: 'Répartissez les données sur plusieurs requêtes.',
    },
  },
  'too many elements': {
    code: 90,
    status: 400,
    en: 'The body is malformed: it has more than {max} elements.',
    fr: 'Le corps est mal formé : il a plus de {max} éléments.',
    fix: {
      en: 'Split the data into several requests.',
      fr: 'Répartissez les données sur plusieurs requêtes.',
    },
  },
  'content coding is not taken': {
    code: 90,
    status: 415,
    en: 'The body has the Content-Encoding {coding}. Only uncompressed bodies are accepted.',
    fr: 'Le corps a le Content-Encoding {coding}. Seuls les corps non compressés sont acceptés.',
    fix: {
      en: 'Send the body uncompressed, without Content-Encoding.',
      fr: 'Envoyez le corps non compressé, sans Content-Encoding.',
    },
  },
  'parameter is unknown': {
    code: 9,
    status: 400,
    en: 'This command has no parameter {name}.',
    fr: 'Cette commande n’a pas de paramètre {name}.',
    fix: {
      en: 'Check the name in the reference, or remove `strict`: the parameter is then ignored.',
      fr: 'Vérifiez le nom dans la référence, ou retirez `strict` : le paramètre est alors ignoré.',
    },
  },
  'parameter is given twice': {
    code: 9,
    status: 400,
    en: 'The parameter {name} is given twice, with different values.',
    fr: 'Le paramètre {name} est donné deux fois, avec des valeurs différentes.',
    fix: {
      en: 'Send it once, in the body or in the query.',
      fr: 'Envoyez-le une seule fois, dans le corps ou dans la query.',
    },
  },
  'command is unknown': {
    code: 4,
    status: 404,
    en: 'The command does not exist.',
    fr: 'Cette commande n’existe pas.',
    fix: {
      en: 'Check the path: /v1/ for SMS, /mail/v1/ for emails.',
      fr: 'Vérifiez le chemin : /v1/ pour les SMS, /mail/v1/ pour les e-mails.',
    },
  },
  'method is not allowed': {
    code: 405,
    status: 405,
    en: 'This command does not accept this HTTP method.',
    fr: 'Cette commande n’accepte pas cette méthode HTTP.',
    fix: {
      en: 'Use a method listed in the Allow header.',
      fr: 'Utilisez une méthode que liste l’en-tête Allow.',
    },
  },
  'body is too large': {
    code: 413,
    status: 413,
    en: 'The body has more than {max} bytes.',
    fr: 'Le corps a plus de {max} octets.',
    fix: { en: 'Split it into several requests.', fr: 'Répartissez-le sur plusieurs requêtes.' },
  },
  'target is too long': {
    code: 414,
    status: 414,
    en: 'The URL has more than {max} bytes. Send the parameters in the body.',
    fr: 'L’URL a plus de {max} octets. Envoyez les paramètres dans le corps.',
    fix: {
      en: 'Send the parameters in the body of a POST request.',
      fr: 'Envoyez les paramètres dans le corps d’une requête POST.',
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
      en: 'Send it again over a faster connection.',
      fr: 'Renvoyez-la par une connexion plus rapide.',
    },
  },
  'request is not HTTP': {
    code: 90,
    status: 400,
    en: 'The request is malformed.',
    fr: 'La requête est mal formée.',
    fix: {
      en: 'Use an HTTP library, and check whether a proxy changes the request.',
      fr: 'Utilisez une bibliothèque HTTP, et vérifiez si un proxy modifie la requête.',
    },
  },
  'transfer coding is unknown': {
    code: 90,
    status: 400,
    en: 'The request is malformed: its transfer coding is unknown.',
    fr: 'La requête est mal formée : son codage de transfert est inconnu.',
    fix: {
      en: 'Use an HTTP library, and check whether a proxy changes the request.',
      fr: 'Utilisez une bibliothèque HTTP, et vérifiez si un proxy modifie la requête.',
    },
  },
  'host is not one': {
    code: 90,
    status: 400,
    en: 'The request is malformed: it needs one Host header.',
    fr: 'La requête est mal formée : il lui faut un en-tête Host.',
    fix: {
      en: 'Use an HTTP library, and check whether a proxy changes the request.',
      fr: 'Utilisez une bibliothèque HTTP, et vérifiez si un proxy modifie la requête.',
    },
  },
  'service is overloaded': {
    code: 500,
    status: 503,
    en: 'The server is overloaded and accepts no requests at the moment. Try again later.',
    fr: 'Le serveur est surchargé et n’accepte pas de requêtes pour le moment. Réessayez plus tard.',
    fix: {
      en: 'Send it again after Retry-After with the same Idempotency-Key.',
      fr: 'Renvoyez-la après Retry-After, avec la même Idempotency-Key.',
    },
  },
  'service is unavailable': {
    code: 500,
    status: 503,
    en: 'The server cannot process the request now. Nothing was accepted. Try again later.',
    fr: 'Le serveur ne peut pas traiter la requête. Rien n’a été accepté. Réessayez plus tard.',
    fix: {
      en: 'Send it again after Retry-After with the same Idempotency-Key.',
      fr: 'Renvoyez-la après Retry-After, avec la même Idempotency-Key.',
    },
  },
  'outcome is unknown': {
    code: 500,
    status: 500,
    en: 'The connection to the database was lost while the request was being stored. It may or may not have been carried out.',
    fr: 'La connexion à la base de données a été perdue pendant l’enregistrement. La requête a peut-être été exécutée, peut-être pas.',
    fix: {
      en: 'Check (list by tag, or balance) before you send it again. With an Idempotency-Key, send it again: it is carried out only once.',
      fr: 'Vérifiez (liste par étiquette, ou solde) avant de la renvoyer. Avec une Idempotency-Key, renvoyez-la : elle n’est exécutée qu’une fois.',
    },
  },
  'something broke': {
    code: 500,
    status: 500,
    en: 'An internal error occurred. The log of the server has details under the request id.',
    fr: 'Une erreur interne est survenue. Le journal du serveur la détaille sous l’identifiant de la requête.',
    fix: {
      en: 'Give the X-Request-Id to the administrator of this server.',
      fr: 'Donnez le X-Request-Id à l’administrateur de ce serveur.',
    },
  },
} satisfies Record<string, ErrorReply>;
