/** What people are told of lanes, and of texts that wait in them. */
import type { NounWords, Sentence } from '#core/words.ts';

export const laneForms = {
  stoppable: {
    en: 'a lane as "parley lane list" names it, such as sms/3/0:bulk/17 or webhook/9',
    fr: 'une file telle que « parley lane list » la nomme, comme sms/3/0:bulk/17 ou webhook/9',
  },
  laneOrBind: {
    en: 'a lane such as sms/3/0:bulk/17, or a bind such as sms/3/0',
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
      en: 'Lists the lanes that work waits in, how late it is, and those that are stopped.',
      fr: 'Liste les files où du travail attend, son retard, et celles qui sont arrêtées.',
    },
    'lane pause': {
      en: 'Stops a lane: nothing of it leaves until it is resumed, what is accepted waits. Of mails all to those servers.',
      fr: 'Arrête une file : rien n’en part avant sa reprise, ce qui est accepté attend. Pour les mails, tous ceux vers ces serveurs.',
    },
    'lane resume': {
      en: 'Lets a lane go on that was stopped.',
      fr: 'Relance une file qui était arrêtée.',
    },
    'lane cancel': {
      en: 'Cancels texts that wait and gives their money back; what was tried stays. Running servers do it.',
      fr: 'Annule des textes en attente et rend leur prix ; ce qui a été tenté reste. Les serveurs en marche le font.',
    },
    'lane move': {
      en: 'Gives texts that wait to another operator, as far as it takes them as they were paid for. Running servers do it.',
      fr: 'Donne des textes en attente à un autre opérateur, s’il les prend tels qu’ils ont été payés. Les serveurs en marche le font.',
    },
    'lane tasks': {
      en: 'Lists what was cancelled and moved lately, and how far it is.',
      fr: 'Liste ce qui a été annulé et déplacé dernièrement, et où cela en est.',
    },
    'lane stop': {
      en: 'Stops a task: what it has done stays done, the rest stays where it waits.',
      fr: 'Arrête une tâche : ce qui est fait reste fait, le reste demeure là où il attend.',
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
      says: 'Does it. Without this the effect is told in numbers, and nothing is done.',
    },
    task: { shape: 'TASK', says: 'As "parley lane tasks" lists it.' },
  },
  refusals: {
    'no texts are named': {
      kind: 'invalid',
      en: 'Say which texts are meant: all that waits is never meant.',
      fr: 'Dites quels textes sont visés : jamais tout ce qui attend.',
      fix: {
        en: 'Name an account, a tag, a prefix, a lane, an operator or an age.',
        fr: 'Nommez un compte, une étiquette, un préfixe, une file, un opérateur ou un âge.',
      },
    },
    'operator takes no messages': {
      kind: 'conflict',
      en: 'Operator {operator} takes no new messages: it is built in, drains or leaves.',
      fr: 'L’opérateur {operator} ne prend pas de nouveaux messages : il est intégré, se vide ou s’en va.',
      fix: {
        en: 'Choose one that is active or paused, and not built in.',
        fr: 'Choisissez-en un actif ou suspendu, qui ne soit pas intégré.',
      },
    },
    'task is over': {
      kind: 'unknown',
      en: 'There is no task {task}, or it is over.',
      fr: 'Il n’y a pas de tâche {task}, ou elle est terminée.',
      fix: {
        en: '`parley lane tasks` lists those that are there.',
        fr: '`parley lane tasks` liste celles qui sont là.',
      },
    },
  },
} as const satisfies NounWords;
