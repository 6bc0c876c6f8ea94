/** What people are told of the built-in operator, its phones and the inspector. */
import type { NounWords, Sentence } from '#core/words.ts';
import { faults } from './faults.ts';
import { inspectorFaults } from './inspector-answer.ts';

export const simulatorForms = {
  location: {
    en: 'an address of visible ASCII characters',
    fr: 'une adresse en caractères ASCII visibles',
  },
  hour: { en: 'an hour', fr: 'une heure' },
  day: { en: 'a day', fr: 'un jour' },
  year: { en: '366 days', fr: '366 jours' },
} satisfies Record<string, Sentence>;

export const simulatorWords = {
  does: {
    'simulator numbers': {
      en: 'Lists the test numbers with a fixed behaviour.',
      fr: 'Liste les numéros de test au comportement fixe.',
    },
    'simulator phones': {
      en: 'Lists the simulated phones and their state.',
      fr: 'Liste les téléphones simulés et leur état.',
    },
    'simulator switch': {
      en: 'Sets the state of a simulated phone for an hour, for all senders; without a state it behaves normally again.',
      fr: 'Règle l’état d’un téléphone simulé pour une heure, pour tous les expéditeurs ; sans état, il se comporte de nouveau normalement.',
    },
    'simulator fault': {
      en: 'Starts a fault of the built-in operator, which ends by itself.',
      fr: 'Provoque une panne de l’opérateur intégré, qui se termine d’elle-même.',
    },
    'simulator clock': {
      en: 'Advances the clock of the built-in operator: receipts due by then arrive now.',
      fr: 'Avance l’horloge de l’opérateur intégré : les accusés prévus d’ici là arrivent maintenant.',
    },
    'simulator time': {
      en: 'Advances time for waiting test messages: schedules, retries and expiry come that much sooner.',
      fr: 'Avance le temps pour les messages de test en attente : envois programmés, nouvelles tentatives et expiration viennent d’autant plus tôt.',
    },
    'simulator write': {
      en: 'Sends a text from a simulated phone to a number; it arrives like any reply.',
      fr: 'Envoie un texte d’un téléphone simulé à un numéro ; il arrive comme toute réponse.',
    },
    'simulator call': {
      en: 'Opens a simulated phone for one call to a number of the account: a WebSocket for the dashboard, with commands and events as JSON and audio as PCM frames (16-bit little-endian, 8 kHz).',
      fr: 'Ouvre un téléphone simulé pour un appel à un numéro du compte : un WebSocket pour le tableau de bord, avec les commandes et les événements en JSON et le son en trames PCM (16 bits little-endian, 8 kHz).',
    },
    'simulator inspector': {
      en: 'Shows or changes how the inspector responds to webhooks.',
      fr: 'Montre ou change la réponse de l’inspecteur aux webhooks.',
    },
    'simulator inspector show': {
      en: 'Shows whether the webhook inspector runs, and its next response.',
      fr: 'Montre si l’inspecteur de webhooks tourne, et sa prochaine réponse.',
    },
    'simulator mails': {
      en: 'Lists the caught emails, newest first.',
      fr: 'Liste les e-mails interceptés, les plus récents d’abord.',
    },
    'simulator mails show': {
      en: 'Shows a caught email as recipients see it, with possible problems.',
      fr: 'Montre un e-mail intercepté tel que le voient les destinataires, avec les problèmes possibles.',
    },
    'simulator mails html': {
      en: 'Returns the HTML of a caught email for display in a frame, without scripts and without external resources.',
      fr: 'Renvoie le HTML d’un e-mail intercepté à afficher dans un cadre, sans scripts ni ressources externes.',
    },
    'simulator mails source': {
      en: 'Prints the raw source of a caught email.',
      fr: 'Écrit la source brute d’un e-mail intercepté.',
    },
    'simulator mails attachment': {
      en: 'Saves an attachment of a caught email.',
      fr: 'Enregistre une pièce jointe d’un e-mail intercepté.',
    },
    'simulator mails clear': {
      en: 'Deletes all caught emails.',
      fr: 'Supprime tous les e-mails interceptés.',
    },
    'simulator mails release': {
      en: 'Sends a caught email through the relay or to its recipients’ servers, at once and only once.',
      fr: 'Envoie un e-mail intercepté par le relais ou aux serveurs de ses destinataires, tout de suite et une seule fois.',
    },
    'simulator webhooks': {
      en: 'Lists the last webhooks that the inspector has received, the newest first.',
      fr: 'Liste les derniers webhooks que l’inspecteur a reçus, le plus récent d’abord.',
    },
    'simulator webhooks show': {
      en: 'Shows a webhook that the inspector has received, and whether its signature is valid.',
      fr: 'Montre un webhook que l’inspecteur a reçu, et si sa signature est valide.',
    },
    'simulator webhooks clear': {
      en: 'Deletes the webhooks that the inspector has received.',
      fr: 'Supprime les webhooks que l’inspecteur a reçus.',
    },
  },
  fields: {
    phone: { shape: 'PHONE', says: 'Which: 33639980001 to 33639980008.' },
    state: {
      shape: 'STATE',
      says: 'on, off, out-of-coverage, memory-full, unknown, slow or throttled.',
    },
    reports: { shape: 'HABIT', says: 'Of receipts: usual, early, late, twice or never.' },
    set: { shape: 'FAULT', says: `One of ${faults.join(', ')}.` },
    for: { shape: 'TIME', says: 'How long, such as 60s, 5m or 1h.' },
    by: { shape: 'TIME', says: 'How far, such as 30s, 1h or 3d.' },
    answer: { shape: 'STATUS', says: 'The status, such as 503; else 200.' },
    retryAfter: { shape: 'SECONDS', says: 'The header Retry-After.' },
    redirect: { shape: 'URL', says: 'The header Location, with status 307 unless it is named.' },
    delay: { shape: 'TIME', says: 'How long it waits before it answers, such as 2s.' },
    fault: { shape: 'FAULT', says: `One of ${inspectorFaults.join(', ')}.` },
    times: { shape: 'COUNT', says: 'Number of times; after that it answers 200 again.' },
    well: { shape: 'SWITCH', says: 'It answers 200 again.' },
    before: { shape: 'ID', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    webhook: { shape: 'ID', says: 'The webhook, as the list shows it.' },
    caught: { shape: 'ID', says: 'The mail, as the list shows it.' },
    place: { shape: 'PLACE', says: 'Which attachment: the first is 0.' },
    recipient: { shape: 'TEXT', says: 'Part of a recipient.', flag: 'to' },
    search: {
      shape: 'TEXT',
      says: 'Part of a sender, recipient or subject; of a webhook, of its headers, body or answer.',
    },
    from: { shape: 'DAY', says: 'Since this day or instant.' },
    until: { shape: 'DAY', says: 'Before this day or instant.' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
  },
  refusals: {
    'simulator is off': {
      kind: 'unknown',
      en: 'The built-in operator is turned off.',
      fr: 'L’opérateur intégré est désactivé.',
      fix: {
        en: 'Start the server with --simulator on.',
        fr: 'Démarrez le serveur avec --simulator on.',
      },
    },
    'webhook is not there': {
      kind: 'unknown',
      en: 'Webhook {webhook} does not exist, or has been deleted.',
      fr: 'Le webhook {webhook} n’existe pas, ou a été supprimé.',
      fix: {
        en: '`parley simulator webhooks` lists the stored ones.',
        fr: '`parley simulator webhooks` liste ceux qui sont conservés.',
      },
    },
  },
} as const satisfies NounWords;
