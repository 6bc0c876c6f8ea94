/** What people are told of routes. */
import type { NounWords, Sentence } from '#core/words.ts';

export const routeForms = {
  senders: {
    en: 'any, or some of none, word, long, short with commas between them',
    fr: 'any, ou certains de none, word, long, short séparés par des virgules',
  },
  grade: { en: '1, 2 or any', fr: '1, 2 ou any' },
  network: {
    en: '5 or 6 digits: the MCC and the MNC of a network',
    fr: '5 ou 6 chiffres : le MCC et le MNC d’un réseau',
  },
  phone: {
    en: 'a phone number with its calling code, such as +33612345678',
    fr: 'un numéro de téléphone avec son indicatif, comme +33612345678',
  },
  sender: { en: 'one line of 1 to 15 characters', fr: 'une seule ligne de 1 à 15 caractères' },
} satisfies Record<string, Sentence>;

const table = {
  en: 'CSV with a heading: prefix, operator, and any of network, grade, senders, priority, weight, buy_price, state (on, off or removed)',
  fr: 'CSV avec un titre : prefix, operator, et au choix network, grade, senders, priority, weight, buy_price, state (on, off ou removed)',
};

export const routeWords = {
  does: {
    'route set': {
      en: 'Leads live messages to an operator. The longest prefix counts, then network, priority, price, weight.',
      fr: 'Mène les messages réels à un opérateur. Le préfixe le plus long compte, puis réseau, priorité, prix, poids.',
    },
    'route list': {
      en: 'Lists routes in the order in which they are tried.',
      fr: 'Liste les routes dans l’ordre où elles sont essayées.',
    },
    'route export': {
      en: 'Writes all routes as CSV, in the columns that importing takes.',
      fr: 'Écrit toutes les routes en CSV, dans les colonnes que l’importation prend.',
    },
    'route remove': {
      en: 'Removes the routes of a prefix; prices stay.',
      fr: 'Retire les routes d’un préfixe ; les tarifs restent.',
    },
    'route import': {
      en: `Sets routes from a file: ${table.en}.`,
      fr: `Fixe des routes d’après un fichier : ${table.fr}.`,
    },
    'route plan': {
      en: 'Says what importing a table of routes would add, change and remove, without doing it.',
      fr: 'Dit ce que l’importation d’un tableau de routes ajouterait, changerait et retirerait, sans la faire.',
    },
    'route explain': {
      en: 'Says which route a message to a number would take now, and why no other.',
      fr: 'Dit quelle route un message à un numéro prendrait maintenant, et pourquoi aucune autre.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What numbers begin with, such as 33; "" is all numbers.' },
    operator: { shape: 'NAME', says: 'The operator to which they go.' },
    network: { shape: 'MCCMNC', says: 'Only numbers of this network, such as 20801.' },
    grade: { shape: 'GRADE', says: '1, 2 or any: the gamme that it serves, or is asked for.' },
    senders: {
      shape: 'KINDS',
      says: 'any, or which kinds of sender it takes: none, word, long, short.',
    },
    priority: { shape: 'PLACE', says: '1 goes first.' },
    weight: { shape: 'SHARE', says: 'Its share among equals.' },
    buyPrice: { shape: 'AMOUNT', says: 'What the operator takes for a part.' },
    state: { shape: 'STATE', says: 'on or off.' },
    price: { shape: 'AMOUNT', says: 'What a part costs customers. Default: as it was.' },
    table: { shape: 'FILE', says: 'The table; routes that it does not name stay.' },
    removesOthers: { shape: 'SWITCH', says: 'Removes the routes that it does not name.' },
    to: { shape: 'NUMBER', says: 'The phone.' },
    sender: { shape: 'SENDER', says: 'As the message would name it.' },
    urgent: {
      shape: 'SWITCH',
      says: 'As for a message that is worthless in a quarter of an hour.',
    },
  },
  refusals: {
    'operator takes no routes': {
      kind: 'conflict',
      en: '{operator} is built in: test messages go there without a route, live ones never.',
      fr: '{operator} est intégré : les messages d’essai y vont sans route, les réels jamais.',
      fix: { en: 'Name an operator of your own.', fr: 'Nommez un opérateur à vous.' },
    },
    'operator of a route is unknown': {
      kind: 'conflict',
      en: 'There is no operator {operator} that takes routes.',
      fr: 'Il n’y a pas d’opérateur {operator} qui prenne des routes.',
      fix: {
        en: '`parley operator list` names those that are there.',
        fr: '`parley operator list` nomme ceux qui sont là.',
      },
    },
    'route is unknown': {
      kind: 'unknown',
      en: 'There is no such route of "{prefix}".',
      fr: 'Il n’y a pas de telle route de « {prefix} ».',
      fix: {
        en: '`parley route list` shows the routes.',
        fr: '`parley route list` montre les routes.',
      },
    },
    'route stands there twice': {
      kind: 'conflict',
      en: '"{prefix}" stands there twice with all that sets routes apart.',
      fr: '« {prefix} » y est deux fois avec tout ce qui distingue les routes.',
      fix: { en: 'Leave one of them in the table.', fr: 'N’en laissez qu’une dans le tableau.' },
    },
  },
} as const satisfies NounWords;

export const networkWords = {
  does: {
    'network import': {
      en: 'Takes the network of each prefix from a CSV file with the heading prefix,network.',
      fr: 'Prend le réseau de chaque préfixe dans un fichier CSV avec le titre prefix,network.',
    },
  },
  fields: {
    table: { shape: 'FILE', says: 'The table; it replaces the one imported before.' },
  },
  refusals: {
    'prefix stands there twice': {
      kind: 'conflict',
      en: 'The prefix {prefix} stands there twice.',
      fr: 'Le préfixe {prefix} y est deux fois.',
      fix: { en: 'Leave one of them in the table.', fr: 'N’en laissez qu’un dans le tableau.' },
    },
  },
} as const satisfies NounWords;
