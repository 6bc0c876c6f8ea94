/** What people are told of routes. */
import type { NounWords, Sentence } from '#core/words.ts';

export const routeForms = {
  senders: {
    en: 'any, or some of none, word, long, short, separated by commas',
    fr: 'any, ou certains de none, word, long, short, séparés par des virgules',
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
  en: 'CSV with a header line: prefix, operator, and any of network, grade, senders, priority, weight, buy_price, state (on, off or removed)',
  fr: 'CSV avec une ligne d’en-tête : prefix, operator, et au choix network, grade, senders, priority, weight, buy_price, state (on, off ou removed)',
};

export const routeWords = {
  does: {
    'route set': {
      en: 'Adds or changes a route for live messages. The longest prefix applies, then network, priority, price and weight.',
      fr: 'Ajoute ou modifie une route pour les messages réels. Le préfixe le plus long s’applique, puis le réseau, la priorité, le prix et le poids.',
    },
    'route list': {
      en: 'Lists routes in the order in which they are tried.',
      fr: 'Liste les routes dans l’ordre où elles sont essayées.',
    },
    'route export': {
      en: 'Exports all routes as CSV, in the format of the import.',
      fr: 'Exporte toutes les routes en CSV, au format de l’importation.',
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
      en: 'Previews the import of a table of routes, without changing anything.',
      fr: 'Prévisualise l’importation d’un tableau de routes, sans rien changer.',
    },
    'route explain': {
      en: 'Shows which route a message to a number would take now, and why other routes are not used.',
      fr: 'Montre la route que prendrait maintenant un message à un numéro, et pourquoi les autres ne servent pas.',
    },
  },
  fields: {
    prefix: { shape: 'DIGITS', says: 'What numbers begin with, such as 33; "" is all numbers.' },
    operator: { shape: 'NAME', says: 'The operator to which they go.' },
    network: { shape: 'MCCMNC', says: 'Only numbers of this network, such as 20801.' },
    grade: { shape: 'GRADE', says: '1, 2 or any: the gamme that it serves, or is asked for.' },
    senders: {
      shape: 'KINDS',
      says: 'any, or the kinds of sender it accepts: none, word, long, short.',
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
    urgent: { shape: 'SWITCH', says: 'For a one-time code (validity of 15 minutes or less).' },
  },
  refusals: {
    'operator takes no routes': {
      kind: 'conflict',
      en: '{operator} is built in: it receives test messages without a route, and never live messages.',
      fr: '{operator} est intégré : il reçoit les messages de test sans route, et jamais de messages réels.',
      fix: { en: 'Choose one of your own operators.', fr: 'Choisissez l’un de vos opérateurs.' },
    },
    'operator of a route is unknown': {
      kind: 'conflict',
      en: 'Operator {operator} does not exist, or cannot have routes.',
      fr: 'L’opérateur {operator} n’existe pas, ou ne peut pas avoir de routes.',
      fix: {
        en: '`parley operator list` lists the existing ones.',
        fr: '`parley operator list` liste ceux qui existent.',
      },
    },
    'route is unknown': {
      kind: 'unknown',
      en: 'There is no such route for "{prefix}".',
      fr: 'Il n’y a pas de telle route pour « {prefix} ».',
      fix: {
        en: '`parley route list` shows the routes.',
        fr: '`parley route list` montre les routes.',
      },
    },
    'route stands there twice': {
      kind: 'conflict',
      en: '"{prefix}" occurs twice with the same operator, network, grade and senders.',
      fr: '« {prefix} » figure deux fois avec les mêmes opérateur, réseau, grade et expéditeurs.',
      fix: { en: 'Remove one of them from the table.', fr: 'Retirez l’une d’elles du tableau.' },
    },
  },
} as const satisfies NounWords;

export const networkWords = {
  does: {
    'network import': {
      en: 'Sets the network of each prefix from a CSV file with the header line prefix,network.',
      fr: 'Fixe le réseau de chaque préfixe d’après un fichier CSV avec la ligne d’en-tête prefix,network.',
    },
  },
  fields: { table: { shape: 'FILE', says: 'The table; it replaces the one imported before.' } },
  refusals: {
    'prefix stands there twice': {
      kind: 'conflict',
      en: 'The prefix {prefix} occurs twice.',
      fr: 'Le préfixe {prefix} figure deux fois.',
      fix: { en: 'Remove one of them from the table.', fr: 'Retirez l’un d’eux du tableau.' },
    },
  },
} as const satisfies NounWords;
