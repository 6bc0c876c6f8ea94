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
      en: 'Says what a campaign would cost and in how many parts; nothing is sent.',
      fr: 'Dit ce qu’une campagne coûterait et en combien de parties ; rien n’est envoyé.',
    },
    'campaign list': {
      en: 'Lists the campaigns of an account, the newest first.',
      fr: 'Liste les campagnes d’un compte, les plus récentes d’abord.',
    },
    'campaign show': {
      en: 'Shows how far a campaign is, and what became of its messages.',
      fr: 'Montre où en est une campagne, et ce que ses messages sont devenus.',
    },
    'campaign pause': {
      en: 'Stops a campaign: what has not left is held, until it goes on or is cancelled.',
      fr: 'Arrête une campagne : ce qui n’est pas parti est retenu, jusqu’à la reprise ou l’annulation.',
    },
    'campaign resume': {
      en: 'Lets a paused campaign go on where it stopped.',
      fr: 'Reprend une campagne en pause là où elle s’est arrêtée.',
    },
    'campaign cancel': {
      en: 'Ends a campaign: what has not left never will, and its money comes back.',
      fr: 'Met fin à une campagne : ce qui n’est pas parti ne partira pas, et son prix est rendu.',
    },
  },
  fields: {
    campaign: { shape: 'ID', says: 'The campaign.' },
    name: { shape: 'NAME', says: 'What it is called.' },
    group: { shape: 'ID', says: 'To the contacts that this group has now.' },
    text: {
      shape: 'TEXT',
      says: 'May name #FIRSTNAME#, #LASTNAME#, #DATE#, #URL#, #CUSTOM1# to #CUSTOM4#.',
    },
    sender: { shape: 'SENDER', says: 'A word, or a number of the account; else its own.' },
    saysStop: { shape: '', says: 'The text ends with how to stop messages.', flag: 'stop' },
    marketing: {
      shape: 'on|off',
      says: 'It waits for the day in quiet hours; on if nothing is said.',
    },
    test: { shape: '', says: 'To the built-in operator, with test money.' },
    at: { shape: 'INSTANT', says: 'When it starts; else at once.' },
    costMax: { shape: 'AMOUNT', says: 'It pauses before it costs more.' },
    after: { shape: 'ID', says: 'Begins behind this campaign.' },
    limit: { shape: 'COUNT', says: 'How many.' },
  },
  refusals: {
    'campaign is not there': {
      kind: 'unknown',
      en: 'Account {account} has no campaign {campaign}.',
      fr: 'Le compte {account} n’a pas de campagne {campaign}.',
      fix: {
        en: '`parley campaign list` shows the campaigns that it has.',
        fr: '`parley campaign list` montre ses campagnes.',
      },
    },
    'campaign does not run': {
      kind: 'conflict',
      en: 'The campaign is {state}, and this cannot be done.',
      fr: 'La campagne est {state}, et cela ne peut se faire.',
      fix: {
        en: 'Pause one that runs, resume one that is paused; one that is over stays as it is.',
        fr: 'Mettez en pause celle qui est en cours, reprenez celle qui est en pause ; une campagne finie reste ainsi.',
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
      en: 'No contact has a field {field}, only {known}.',
      fr: 'Aucun contact n’a de champ {field}, seulement {known}.',
      fix: {
        en: 'Use the name of a field that contacts have.',
        fr: 'Utilisez le nom d’un champ que portent les contacts.',
      },
    },
    'campaign is too far ahead': {
      kind: 'invalid',
      en: 'A campaign starts within a year.',
      fr: 'Une campagne commence dans l’année.',
      fix: { en: 'Choose an earlier day.', fr: 'Choisissez un jour plus proche.' },
    },
    'too many campaigns': {
      kind: 'conflict',
      en: 'The account has {max} campaigns that are not over, no more fit.',
      fr: 'Le compte a {max} campagnes qui ne sont pas finies, il n’y a plus de place.',
      fix: {
        en: 'Wait for one to end, or cancel one.',
        fr: 'Attendez qu’une se termine, ou annulez-en une.',
      },
    },
  },
} as const satisfies NounWords;
