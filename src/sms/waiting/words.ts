/** What people are told of lanes, and of texts that wait in them. */
import type { NounWords, Sentence } from '#core/words.ts';

export const laneForms = {
  stoppable: {
    en: 'a queue as listed by "parley lane list", such as sms/3/0:bulk/17 or webhook/9',
    fr: 'une file telle que la liste « parley lane list », comme sms/3/0:bulk/17 ou webhook/9',
  },
  laneOrBind: {
    en: 'a queue such as sms/3/0:bulk/17, or a bind such as sms/3/0',
    fr: 'une file comme sms/3/0:bulk/17, ou une liaison comme sms/3/0',
  },
  digits: {
    en: 'digits that phones begin with, such as 33 or +33612345678',
    fr: 'des chiffres par lesquels commencent des numéros, comme 33 ou +33612345678',
  },
  tag: { en: 'a tag of 1 to 20 characters', fr: 'une étiquette de 1 à 20 caractères' },
} satisfies Record<string, Sentence>;

export const laneWords = {
  does: {
    'lane list': {
      en: 'Lists the queues, how overdue they are, and those that are paused.',
      fr: 'Liste les files, leur retard, et celles qui sont en pause.',
    },
    'lane pause': {
      en: 'Pauses a queue: nothing is sent until it is resumed, accepted messages wait. For email, all queues to those servers.',
      fr: 'Met une file en pause : rien ne part avant sa reprise, les messages acceptés attendent. Pour les e-mails, toutes les files vers ces serveurs.',
    },
    'lane resume': { en: 'Resumes a paused queue.', fr: 'Reprend une file en pause.' },
    'lane cancel': {
      en: 'Cancels queued messages and refunds them; messages already submitted stay. The running servers carry it out.',
      fr: 'Annule des messages en file et les rembourse ; ceux déjà soumis restent. Les serveurs en marche l’exécutent.',
    },
    'lane move': {
      en: 'Moves queued messages to another operator, if it needs no more segments than were paid for. The running servers carry it out.',
      fr: 'Déplace des messages en file vers un autre opérateur, s’il ne demande pas plus de segments que payé. Les serveurs en marche l’exécutent.',
    },
    'lane tasks': {
      en: 'Lists recent cancel and move tasks, with their progress.',
      fr: 'Liste les tâches récentes d’annulation et de déplacement, avec leur avancement.',
    },
    'lane stop': {
      en: 'Stops a task: finished work is kept, the remaining messages stay in their queue.',
      fr: 'Arrête une tâche : le travail fait reste, les messages restants demeurent dans leur file.',
    },
  },
  fields: {
    limit: { shape: 'COUNT', says: 'Lanes at most.' },
    lane: { shape: 'LANE', says: 'As "parley lane list" names it.' },
    to: { shape: 'NAME', says: 'The operator that sends them from now on.' },
    operator: { shape: 'NAME', says: 'Of one operator.' },
    account: { shape: 'ACCOUNT', says: 'Of one account.' },
    tag: { shape: 'TAG', says: 'With this tag.' },
    prefix: { shape: 'DIGITS', says: 'To phones that begin so; a whole number is one phone.' },
    olderThan: { shape: 'TIME', says: 'Accepted longer ago than this, such as 2h.' },
    yes: {
      shape: 'SWITCH',
      says: 'Carries it out. Without it, the command only shows the numbers.',
    },
    task: { shape: 'TASK', says: 'As "parley lane tasks" lists it.' },
  },
  refusals: {
    'no texts are named': {
      kind: 'invalid',
      en: 'Select the messages: the whole queue of an installation cannot be selected.',
      fr: 'Sélectionnez les messages : toutes les files d’une installation ne peuvent pas être sélectionnées.',
      fix: {
        en: 'Give an account, a tag, a prefix, a queue, an operator or an age.',
        fr: 'Indiquez un compte, une étiquette, un préfixe, une file, un opérateur ou un âge.',
      },
    },
    'operator takes no messages': {
      kind: 'conflict',
      en: 'Operator {operator} accepts no new messages: it is built in, draining or being removed.',
      fr: 'L’opérateur {operator} n’accepte pas de nouveaux messages : il est intégré, se vide ou est en cours de retrait.',
      fix: {
        en: 'Choose an active or paused operator that is not built in.',
        fr: 'Choisissez un opérateur actif ou en pause, qui ne soit pas intégré.',
      },
    },
    'task is over': {
      kind: 'unknown',
      en: 'Task {task} does not exist, or has ended.',
      fr: 'La tâche {task} n’existe pas, ou est terminée.',
      fix: {
        en: '`parley lane tasks` lists the existing ones.',
        fr: '`parley lane tasks` liste celles qui existent.',
      },
    },
  },
} as const satisfies NounWords;
