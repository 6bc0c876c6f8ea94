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
      en: 'Lists the numbers that always do the same, for tests to count on.',
      fr: 'Liste les numéros qui font toujours la même chose, sur lesquels des tests peuvent compter.',
    },
    'simulator phones': {
      en: 'Lists the subscribers of the built-in operator, and how each is switched.',
      fr: 'Liste les abonnés de l’opérateur intégré, et le réglage de chacun.',
    },
    'simulator switch': {
      en: 'Switches a subscriber of the built-in operator for an hour, for all who send to it; without a state it does as usual.',
      fr: 'Règle un abonné de l’opérateur intégré pour une heure, pour tous ceux qui lui écrivent ; sans état il fait comme d’habitude.',
    },
    'simulator fault': {
      en: 'Begins a fault of the built-in operator, which ends by itself.',
      fr: 'Commence une panne de l’opérateur intégré, qui finit d’elle-même.',
    },
    'simulator clock': {
      en: 'Moves the clock of the built-in operator: receipts due by then come now.',
      fr: 'Avance l’horloge de l’opérateur intégré : les accusés dus d’ici là viennent maintenant.',
    },
    'simulator time': {
      en: 'Moves time on for test messages that wait: schedules, tries and validity come that much sooner.',
      fr: 'Avance le temps des messages de test qui attendent : envois prévus, essais et validité viennent d’autant plus tôt.',
    },
    'simulator write': {
      en: 'Has a phone of the built-in operator write to a number; it arrives like any reply.',
      fr: 'Fait écrire un téléphone de l’opérateur intégré à un numéro ; cela arrive comme toute réponse.',
    },
    'simulator call': {
      en: 'Puts a built-in phone in the hands of a page, for one call to a number of the account: a WebSocket that only pages of this installation may open, with orders and events as JSON, and sound as frames of PCM, 16 bit little-endian, 8 kHz.',
      fr: 'Met un téléphone intégré entre les mains d’une page, pour un appel à un numéro du compte : un WebSocket que seules les pages de cette installation peuvent ouvrir, avec les ordres et les événements en JSON, et le son en trames PCM de 16 bits little-endian à 8 kHz.',
    },
    'simulator inspector': {
      en: 'Says what the inspector answers to webhooks, or has it answer something else.',
      fr: 'Dit ce que l’inspecteur répond aux webhooks, ou lui fait répondre autre chose.',
    },
    'simulator inspector show': {
      en: 'Says whether there is an inspector of webhooks, and what it answers next.',
      fr: 'Dit s’il y a un inspecteur de webhooks, et ce qu’il répondra.',
    },
    'simulator mails': {
      en: 'Lists what the mail catcher has caught, the newest first.',
      fr: 'Liste les mails de la boîte de test, le plus récent d’abord.',
    },
    'simulator mails show': {
      en: 'Shows a caught mail as people read it, with what may be wrong with it.',
      fr: 'Montre un mail de la boîte de test tel qu’on le lit, et ce qui peut y clocher.',
    },
    'simulator mails html': {
      en: 'Gives the html of a caught mail for a frame: it runs nothing, and loads nothing from elsewhere.',
      fr: 'Donne le HTML d’un mail de la boîte de test pour un cadre : il n’exécute rien et ne charge rien d’ailleurs.',
    },
    'simulator mails source': {
      en: 'Prints a caught mail as it came, octet by octet.',
      fr: 'Écrit un mail de la boîte de test tel qu’il est venu, octet par octet.',
    },
    'simulator mails attachment': {
      en: 'Saves an attachment of a caught mail.',
      fr: 'Enregistre une pièce jointe d’un mail de la boîte de test.',
    },
    'simulator mails clear': {
      en: 'Forgets all that was caught.',
      fr: 'Vide la boîte de test.',
    },
    'simulator mails release': {
      en: 'Sends a caught mail on, by the relay or to the servers of its recipients, at once and once.',
      fr: 'Laisse partir un mail de la boîte de test, par le relais ou vers les serveurs de ses destinataires, tout de suite et une fois.',
    },
    'simulator webhooks': {
      en: 'Lists the last webhooks that the inspector has received, the newest first.',
      fr: 'Liste les derniers webhooks que l’inspecteur a reçus, le plus récent d’abord.',
    },
    'simulator webhooks show': {
      en: 'Shows a webhook that the inspector has received, as it came, and whether its signature is right.',
      fr: 'Montre un webhook que l’inspecteur a reçu, tel qu’il est venu, et si sa signature est juste.',
    },
    'simulator webhooks clear': {
      en: 'Forgets what the inspector has received.',
      fr: 'Oublie ce que l’inspecteur a reçu.',
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
    times: { shape: 'COUNT', says: 'So many times; then it answers 200 again.' },
    well: { shape: 'SWITCH', says: 'It answers 200 again.' },
    before: { shape: 'ID', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many.' },
    webhook: { shape: 'ID', says: 'The webhook, as the list shows it.' },
    caught: { shape: 'ID', says: 'The mail, as the list shows it.' },
    place: { shape: 'PLACE', says: 'Which attachment: the first is 0.' },
    recipient: { shape: 'TEXT', says: 'Part of a recipient.', flag: 'to' },
    search: { shape: 'TEXT', says: 'Part of a sender, recipient or subject.' },
  },
  refusals: {
    'simulator is off': {
      kind: 'unknown',
      en: 'There is no built-in operator here.',
      fr: 'Il n’y a pas d’opérateur intégré ici.',
      fix: {
        en: 'Start the server with --simulator on.',
        fr: 'Démarrez le serveur avec --simulator on.',
      },
    },
    'webhook is not there': {
      kind: 'unknown',
      en: 'There is no webhook {webhook}.',
      fr: 'Il n’y a pas de webhook {webhook}.',
      fix: {
        en: '`parley simulator webhooks` lists those that are kept.',
        fr: '`parley simulator webhooks` liste ceux qui sont gardés.',
      },
    },
  },
} as const satisfies NounWords;
