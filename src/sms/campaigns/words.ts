/** What people are told of campaigns. */
import type { NounWords, Sentence } from '#core/words.ts';
import { campaignTextCharactersMax } from './campaign.ts';

const one = (en: string, fr: string): Sentence => ({ en, fr });

export const campaignForms = {
  text: one(
    `a text of at most ${campaignTextCharactersMax} characters that phones can show`,
    `un texte de ${campaignTextCharactersMax} caractères au plus que les téléphones affichent`,
  ),
  instant: one('an instant such as 2030-12-31T10:00:00Z', 'un instant comme 2030-12-31T10:00:00Z'),
  states: {
    running: one('running', 'en cours'),
    paused: one('paused', 'en pause'),
    done: one('done', 'terminée'),
    cancelled: one('cancelled', 'annulée'),
  },
};

export const campaignWords = {
  does: {
    'campaign add': {
      en: 'Sends a text with fields such as #FIRSTNAME# to the contacts of a group.',
      fr: 'Envoie un texte avec des champs comme #FIRSTNAME# aux contacts d’un groupe.',
    },
    'campaign preview': {
      en: 'Previews a campaign: cost and number of segments. Nothing is sent.',
      fr: 'Prévisualise une campagne : coût et nombre de segments. Rien n’est envoyé.',
    },
    'campaign list': {
      en: 'Lists the campaigns of an account, the newest first.',
      fr: 'Liste les campagnes d’un compte, les plus récentes d’abord.',
    },
    'campaign show': {
      en: 'Shows the progress of a campaign and the results of its messages.',
      fr: 'Montre l’avancement d’une campagne et les résultats de ses messages.',
    },
    'campaign pause': {
      en: 'Pauses a campaign: unsent messages are held until it is resumed or cancelled.',
      fr: 'Met une campagne en pause : les messages non envoyés sont retenus jusqu’à la reprise ou l’annulation.',
    },
    'campaign resume': {
      en: 'Resumes a paused campaign where it stopped.',
      fr: 'Reprend une campagne en pause là où elle s’est arrêtée.',
    },
    'campaign cancel': {
      en: 'Cancels a campaign: unsent messages are not sent, and are refunded.',
      fr: 'Annule une campagne : les messages non envoyés ne partent pas, et sont remboursés.',
    },
  },
  fields: {
    campaign: { shape: 'ID', says: 'The campaign.' },
    name: { shape: 'NAME', says: 'What it is called.' },
    group: { shape: 'ID', says: 'To the contacts that this group has now.' },
    text: {
      shape: 'TEXT',
      says: 'The text, with fields #FIRSTNAME#, #LASTNAME#, #DATE#, #URL#, #CUSTOM1# to #CUSTOM4#.',
    },
    sender: { shape: 'SENDER', says: 'A word, or a number of the account; else its own.' },
    saysStop: { shape: '', says: 'The text ends with how to stop messages.', flag: 'stop' },
    marketing: {
      shape: 'on|off',
      says: 'Waits for the end of quiet hours. Default: on.',
    },
    test: { shape: '', says: 'To the built-in operator, with test money.' },
    at: { shape: 'INSTANT', says: 'When it starts; else at once.' },
    costMax: { shape: 'AMOUNT', says: 'It pauses before it costs more.' },
    find: { shape: 'TEXT', says: 'Part of the name.' },
    state: { shape: 'STATE', says: 'running, paused, done or cancelled.' },
    from: { shape: 'DAY', says: 'Starts on this day (UTC) or later.' },
    until: { shape: 'DAY', says: 'Starts before this day (UTC).' },
    order: { shape: 'ORDER', says: 'newest or oldest first.' },
    after: { shape: 'ID', says: 'Begins behind this campaign.' },
    limit: { shape: 'COUNT', says: 'How many.' },
  },
  refusals: {
    'campaign is not there': {
      kind: 'unknown',
      en: 'Account {account} has no campaign {campaign}.',
      fr: 'Le compte {account} n’a pas de campagne {campaign}.',
      fix: {
        en: '`parley campaign list` shows its campaigns.',
        fr: '`parley campaign list` montre ses campagnes.',
      },
    },
    'campaign does not run': {
      kind: 'conflict',
      en: 'This is not possible, because the campaign is {state}.',
      fr: 'Ce n’est pas possible, car la campagne est {state}.',
      fix: {
        en: 'A running campaign can be paused, a paused one resumed. An ended campaign cannot be changed.',
        fr: 'Une campagne en cours peut être mise en pause, une campagne en pause reprise. Une campagne terminée ne peut plus être modifiée.',
      },
    },
    'group is empty': {
      kind: 'conflict',
      en: 'The group has no contacts.',
      fr: 'Le groupe n’a pas de contacts.',
      fix: { en: 'Add or import contacts.', fr: 'Ajoutez ou importez des contacts.' },
    },
    'text names an unknown field': {
      kind: 'invalid',
      en: 'Contacts have no field {field}. The fields are {known}.',
      fr: 'Les contacts n’ont pas de champ {field}. Les champs sont {known}.',
      fix: {
        en: 'Use one of these fields.',
        fr: 'Utilisez l’un de ces champs.',
      },
    },
    'campaign is too far ahead': {
      kind: 'invalid',
      en: 'A campaign must start within a year.',
      fr: 'Une campagne doit commencer dans l’année.',
      fix: { en: 'Choose an earlier day.', fr: 'Choisissez un jour plus proche.' },
    },
    'too many campaigns': {
      kind: 'conflict',
      en: 'The account already has the maximum of {max} active campaigns.',
      fr: 'Le compte a déjà le maximum de {max} campagnes actives.',
      fix: {
        en: 'Wait for one to end, or cancel one.',
        fr: 'Attendez qu’une se termine, ou annulez-en une.',
      },
    },
  },
} as const satisfies NounWords;
