/**
 * Every refusal a client can hear: its word inside the program, its code, its HTTP status and its
 * sentence in both languages. `{name}` is filled in from the problem's details. Where the interface
 * has no code for a matter, the code is the HTTP status.
 */
import type { SendRefusal } from '#sms/send-request.ts';

export type ErrorReply = {
  readonly code: number;
  readonly status: number;
  readonly en: string;
  readonly fr: string;
};

/** A new refusal of the engine does not compile until it has its line here. */
type FromEngines = Record<SendRefusal['why'], ErrorReply>;

export type ErrorWord = keyof typeof errors;

export const errors = {
  // Who calls.
  'key is missing': {
    code: 1,
    status: 401,
    en: 'The API key is required.',
    fr: 'La clé d’API est obligatoire.',
  },
  'key is wrong': {
    code: 10,
    status: 401,
    en: 'The API key is wrong.',
    fr: 'La clé d’API est incorrecte.',
  },
  'keys differ': {
    code: 9,
    status: 400,
    en: 'The request carries two different API keys.',
    fr: 'La requête contient deux clés d’API différentes.',
  },
  'too many wrong keys': {
    code: 429,
    status: 429,
    en: 'Too many wrong API keys came from your address. Try again later.',
    fr: 'Trop de clés d’API incorrectes sont venues de votre adresse. Réessayez plus tard.',
  },
  'account is disabled': {
    code: 20,
    status: 403,
    en: 'The account is disabled.',
    fr: 'Le compte est désactivé.',
  },
  'account is blocked': {
    code: 30,
    status: 403,
    en: 'The account is blocked.',
    fr: 'Le compte est bloqué.',
  },

  // The request as a whole.
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

  // Any field.
  'value is not text': {
    code: 9,
    status: 400,
    en: '{name} must be a text.',
    fr: '{name} doit être un texte.',
  },
  'value is not a yes or no': {
    code: 9,
    status: 400,
    en: '{name} must be 0 or 1.',
    fr: '{name} doit être 0 ou 1.',
  },
  'value is not a whole number': {
    code: 9,
    status: 400,
    en: '{name} must be a whole number from {min} to {max}.',
    fr: '{name} doit être un nombre entier de {min} à {max}.',
  },
  'value is not one of these': {
    code: 9,
    status: 400,
    en: '{name} must be one of: {words}.',
    fr: '{name} doit être l’une de ces valeurs : {words}.',
  },
  'value is too long': {
    code: 9,
    status: 400,
    en: '{name} has more than {max} characters.',
    fr: '{name} a plus de {max} caractères.',
  },
  'value has a control character': {
    code: 9,
    status: 400,
    en: '{name} contains a control character.',
    fr: '{name} contient un caractère de contrôle.',
  },
  'URL is refused': {
    code: 9,
    status: 400,
    en: '{name} is refused: {reason}.',
    fr: '{name} est refusée : {reason}.',
  },

  // Sending an SMS.
  'phone numbers are missing': {
    code: 2,
    status: 400,
    en: 'The phone number is required.',
    fr: 'Le numéro de téléphone est obligatoire.',
  },
  'message is missing': {
    code: 43,
    status: 400,
    en: 'The message is required.',
    fr: 'Le message est obligatoire.',
  },
  'phone number is not possible': {
    code: 9,
    status: 400,
    en: '{number} is not a possible phone number.',
    fr: '{number} n’est pas un numéro de téléphone possible.',
  },
  'phone number is fiction': {
    code: 9,
    status: 400,
    en: '{number} is a number for films and examples. Only test keys send there.',
    fr: '{number} est un numéro de fiction. Seules les clés de test y envoient.',
  },
  'phone number is given twice': {
    code: 9,
    status: 400,
    en: '{number} is in the list twice: a phone has one text in a message.',
    fr: '{number} est deux fois dans la liste : un téléphone a un seul texte par message.',
  },
  'too many phone numbers': {
    code: 50,
    status: 400,
    en: 'At most {max} phone numbers fit in one request.',
    fr: 'Une requête contient au plus {max} numéros de téléphone.',
  },
  'nobody to send to': {
    code: 55,
    status: 400,
    en: 'There is nobody to send to.',
    fr: 'Il n’y a personne à qui envoyer.',
  },
  'sender is malformed': {
    code: 44,
    status: 400,
    en: 'The sender must be 3 to 11 letters or digits, with at least one letter.',
    fr: 'L’émetteur doit avoir 3 à 11 lettres ou chiffres, dont au moins une lettre.',
  },
  'virtual number is not yours': {
    code: 44,
    status: 400,
    en: 'The account has no such virtual number to send from.',
    fr: 'Le compte n’a pas ce numéro virtuel pour envoyer.',
  },
  'sending number is missing': {
    code: 44,
    status: 400,
    en: 'The virtual number to send from is required.',
    fr: 'Le numéro virtuel émetteur est obligatoire.',
  },
  'there is no short number': {
    code: 9,
    status: 400,
    en: 'isStopSms cannot be 1: the account sends from no number that takes STOP.',
    fr: 'isStopSms ne peut pas être 1 : le compte n’envoie d’aucun numéro qui reçoive le STOP.',
  },
  stopped: {
    code: 14,
    status: 400,
    en: '{number} is on the STOP list of the account.',
    fr: '{number} est sur la liste STOP du compte.',
  },
  'stop id is missing': {
    code: 3,
    status: 400,
    en: 'The id is required.',
    fr: 'L’identifiant est obligatoire.',
  },
  'stop is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such entry on the STOP list.',
    fr: 'Il n’y a pas de telle entrée sur la liste STOP.',
  },
  'schedule has no valid date': {
    code: 45,
    status: 400,
    en: 'scheduledDeliveryDate must be a date, written dd/MM/yyyy.',
    fr: 'scheduledDeliveryDate doit être une date, écrite jj/MM/aaaa.',
  },
  'schedule is in the past': {
    code: 46,
    status: 400,
    en: 'The scheduled time is in the past.',
    fr: 'L’heure programmée est passée.',
  },
  'schedule has no valid time': {
    code: 47,
    status: 400,
    en: 'time must be a whole hour from 0 to 24.',
    fr: 'time doit être une heure entière de 0 à 24.',
  },
  'schedule has no valid minute': {
    code: 48,
    status: 400,
    en: 'minute must be 0, 5, 10 and so on up to 55.',
    fr: 'minute doit être 0, 5, 10 et ainsi de suite jusqu’à 55.',
  },
  'schedule is too far': {
    code: 49,
    status: 400,
    en: 'The scheduled time is more than a year away.',
    fr: 'L’heure programmée est à plus d’un an.',
  },

  // What the SMS engine refuses.
  'text is empty': {
    code: 43,
    status: 400,
    en: 'The message has no text.',
    fr: 'Le message n’a pas de texte.',
  },
  'text is too long': {
    code: 52,
    status: 400,
    en: 'The message has {parts} parts; {partsMax} is the most.',
    fr: 'Le message a {parts} parties ; {partsMax} est le maximum.',
  },
  'sender is not allowed': {
    code: 44,
    status: 400,
    en: 'The account may not send as {sender}.',
    fr: 'Le compte ne peut pas envoyer au nom de {sender}.',
  },
  'no price': {
    code: 13,
    status: 400,
    en: 'The account has no price for {number}.',
    fr: 'Le compte n’a pas de tarif pour {number}.',
  },
  'no operator': {
    code: 13,
    status: 400,
    en: 'No operator of this installation reaches {number}.',
    fr: 'Aucun opérateur de cette installation n’atteint {number}.',
  },
  'country is closed': {
    code: 13,
    status: 400,
    en: 'The country of {number} is closed for this account.',
    fr: 'Le pays de {number} est fermé pour ce compte.',
  },
  'number is costly': {
    code: 13,
    status: 400,
    en: '{number} is a premium rate, shared cost or satellite number, which is closed for this account.',
    fr: '{number} est un numéro surtaxé, à coût partagé ou par satellite, fermé pour ce compte.',
  },
  'price is above the ceiling': {
    code: 13,
    status: 400,
    en: 'A part to {number} costs more than this account may pay for one.',
    fr: 'Une partie vers {number} coûte plus que ce compte ne peut payer.',
  },
  'limit is reached': {
    code: 429,
    status: 429,
    en: 'The limit {rule} of the account is reached: {max}. Try again later.',
    fr: 'La limite {rule} du compte est atteinte : {max}. Réessayez plus tard.',
  },
  'too much is spent': {
    code: 40,
    status: 403,
    en: 'The spending limit {rule} is reached: {max} {currency}.',
    fr: 'La limite de dépense {rule} est atteinte : {max} {currency}.',
  },
  'too many requests': {
    code: 429,
    status: 429,
    en: 'More requests came with this key than its limit requests-second allows. Try again later.',
    fr: 'Plus de requêtes sont venues avec cette clé que sa limite requests-second ne permet. Réessayez plus tard.',
  },
  'simulator is off': {
    code: 96,
    status: 403,
    en: 'Test keys cannot send: the built-in operator of this installation is off.',
    fr: 'Les clés de test ne peuvent pas envoyer : l’opérateur simulé est arrêté.',
  },
  'balance is too low': {
    code: 11,
    status: 402,
    en: 'The balance is too low: {balance} {currency} is left, the message costs {cost}.',
    fr: 'Le solde est insuffisant : il reste {balance} {currency}, le message coûte {cost}.',
  },
  'idempotency key was used for another request': {
    code: 409,
    status: 409,
    en: 'This idempotency key was used for another request.',
    fr: 'Cette clé d’idempotence a servi pour une autre requête.',
  },
  'too many report addresses': {
    code: 9,
    status: 400,
    en: 'The account sends its reports to too many addresses already.',
    fr: 'Le compte envoie déjà ses rapports à trop d’adresses.',
  },
  overloaded: {
    code: 500,
    status: 503,
    en: 'Too many messages are waiting. Try again later.',
    fr: 'Trop de messages sont en attente. Réessayez plus tard.',
  },

  // A message's status.
  'message id is missing': {
    code: 3,
    status: 400,
    en: 'The message id is required.',
    fr: 'L’identifiant du message est obligatoire.',
  },
  'tag is missing': {
    code: 2,
    status: 400,
    en: 'The tag is required.',
    fr: 'L’étiquette est obligatoire.',
  },
  'message is cancelled': {
    code: 5,
    status: 409,
    en: 'The message is cancelled already.',
    fr: 'Le message est déjà annulé.',
  },
  'message leaves too soon': {
    code: 6,
    status: 409,
    en: 'The message leaves in less than {minutes} minutes.',
    fr: 'Le message part dans moins de {minutes} minutes.',
  },
  'message is sent': {
    code: 7,
    status: 409,
    en: 'The message is sent already.',
    fr: 'Le message est déjà envoyé.',
  },
  'message is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such message to this phone number.',
    fr: 'Il n’y a pas de tel message à ce numéro.',
  },

  // The address book.
  'group id is missing': {
    code: 1,
    status: 400,
    en: 'The group id is required.',
    fr: 'L’identifiant du groupe est obligatoire.',
  },
  'group name is missing': {
    code: 2,
    status: 400,
    en: 'The name of the group is required.',
    fr: 'Le nom du groupe est obligatoire.',
  },
  'group is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such group.',
    fr: 'Il n’y a pas de tel groupe.',
  },
  'too many groups': {
    code: 50,
    status: 400,
    en: 'The account has {max} groups, no more fit.',
    fr: 'Le compte a {max} groupes, il n’y a plus de place.',
  },
  'too many groups at once': {
    code: 50,
    status: 400,
    en: 'At most {max} groups fit in one request.',
    fr: 'Une requête contient au plus {max} groupes.',
  },
  'group is full': {
    code: 50,
    status: 400,
    en: 'A group has {max} contacts at most.',
    fr: 'Un groupe a {max} contacts au plus.',
  },
  'contact is missing': {
    code: 2,
    status: 400,
    en: 'A contact, or a list of them, is required.',
    fr: 'Un contact, ou une liste de contacts, est obligatoire.',
  },
  'too many contacts': {
    code: 50,
    status: 400,
    en: 'A request adds {max} contacts at most.',
    fr: 'Une requête ajoute {max} contacts au plus.',
  },
  'contact id is missing': {
    code: 1,
    status: 400,
    en: 'The contact id is required.',
    fr: 'L’identifiant du contact est obligatoire.',
  },
  'contact is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such contact.',
    fr: 'Il n’y a pas de tel contact.',
  },
  'number is in the group': {
    code: 15,
    status: 409,
    en: 'The phone number is in the group already.',
    fr: 'Le numéro est déjà dans le groupe.',
  },
  'number is in the list twice': {
    code: 15,
    status: 409,
    en: 'The phone number is in the list twice.',
    fr: 'Le numéro est deux fois dans la liste.',
  },
  'value is not a date': {
    code: 9,
    status: 400,
    en: '{name} must be a date, written YYYY-MM-DD.',
    fr: '{name} doit être une date, écrite AAAA-MM-JJ.',
  },
  'value is not a web address': {
    code: 9,
    status: 400,
    en: '{name} must be an address that begins with http:// or https://.',
    fr: '{name} doit être une adresse qui commence par http:// ou https://.',
  },

  // Sub-accounts.
  'sub-accounts have none': {
    code: 4,
    status: 403,
    en: 'A sub-account has no sub-accounts of its own.',
    fr: 'Un sous-compte n’a pas de sous-comptes.',
  },
  'type is unknown': {
    code: 9,
    status: 400,
    en: 'type must be simple or advanced.',
    fr: 'type doit être simple ou advanced.',
  },
  'sub-account is missing': {
    code: 3,
    status: 400,
    en: 'The token of the sub-account is required.',
    fr: 'L’identifiant du sous-compte est obligatoire.',
  },
  'sub-account is unknown': {
    code: 7,
    status: 404,
    en: 'There is no such sub-account.',
    fr: 'Il n’y a pas de tel sous-compte.',
  },
  'credit is missing': {
    code: 2,
    status: 400,
    en: 'The credit is required.',
    fr: 'Le crédit est obligatoire.',
  },
  'credit is not an amount': {
    code: 5,
    status: 400,
    en: '{name} must be an amount above 0, of six decimals at most.',
    fr: '{name} doit être un montant supérieur à 0, de six décimales au plus.',
  },
  'credit is not enough': {
    code: 8,
    status: 402,
    en: 'The credit is not enough: {balance} {currency} is left, {credit} was to move.',
    fr: 'Le crédit est insuffisant : il reste {balance} {currency}, {credit} devait passer.',
  },

  // The pages.
  'request is not from our page': {
    code: 403,
    status: 403,
    en: 'Only the pages of this installation may ask this.',
    fr: 'Seules les pages de cette installation peuvent le demander.',
  },
  'setup link is not valid': {
    code: 403,
    status: 403,
    en: 'The setup link is not valid, or no longer.',
    fr: 'Le lien d’installation n’est pas valable, ou ne l’est plus.',
  },
  'setup is done': {
    code: 409,
    status: 409,
    en: 'An administrator exists already.',
    fr: 'Un administrateur existe déjà.',
  },
  'email is not an address': {
    code: 9,
    status: 400,
    en: 'The e-mail address is not valid.',
    fr: 'L’adresse e-mail n’est pas valable.',
  },
  'password is too short': {
    code: 9,
    status: 400,
    en: 'The password must have at least {min} characters.',
    fr: 'Le mot de passe doit avoir au moins {min} caractères.',
  },
  'password is too long': {
    code: 9,
    status: 400,
    en: 'The password must have at most {max} bytes.',
    fr: 'Le mot de passe doit avoir au plus {max} octets.',
  },
} satisfies FromEngines & Record<string, ErrorReply>;
