/** What people are told of mails that wait, and of those that are held. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { NounWords, Sentence } from '#core/words.ts';
import { sendMailWords } from './sending/send-words.ts';

export const mailForms = {
  recipient: {
    en: 'an email address such as zoe@client.example',
    fr: 'une adresse e-mail comme zoe@client.example',
  },
  lane: {
    en: 'a queue as listed by "parley mail queue", such as relay or direct/google',
    fr: 'une file telle que la liste « parley mail queue », comme relay ou direct/google',
  },
} satisfies Record<string, Sentence>;

/** What keeps a queue of mails. */
export const queueReasons = {
  held: { en: 'held since {since}', fr: 'retenue depuis le {since}' },
  cools: {
    en: 'slowed down by its servers until {until}',
    fr: 'ralentie par ses serveurs jusqu’au {until}',
  },
  'server is away': {
    en: '{host}: {why}, next attempt {until}',
    fr: '{host} : {why}, prochaine tentative le {until}',
  },
  deferred: { en: '{mails} deferred, {why}', fr: '{mails} différés, {why}' },
} satisfies Record<string, Sentence>;

export const mailWords = {
  does: {
    ...sendMailWords.does,
    'mail list': {
      en: 'Lists the emails of an account with the status of their copies, newest first.',
      fr: 'Liste les e-mails d’un compte avec l’état de leurs copies, les plus récents d’abord.',
    },
    'mail total': {
      en: 'Counts the matching emails and their copies among the newest 10,000.',
      fr: 'Compte les e-mails correspondants et leurs copies parmi les 10 000 plus récents.',
    },
    'mail export': {
      en: 'Exports the matching emails as CSV, one line per copy, for up to 400,000 emails; fewer if filters skip most of them.',
      fr: 'Exporte en CSV les e-mails correspondants, une ligne par copie, pour 400 000 e-mails au plus ; moins si des filtres en écartent la plupart.',
    },
    'mail all': {
      en: 'Lists the emails of all accounts, the newest first.',
      fr: 'Liste les e-mails de tous les comptes, les plus récents d’abord.',
    },
    'mail show': {
      en: 'Shows an email with the status of each copy.',
      fr: 'Montre un e-mail avec l’état de chaque copie.',
    },
    'mail story': {
      en: 'Shows the timeline of one copy of an email, with each SMTP attempt.',
      fr: 'Montre la chronologie d’une copie d’un e-mail, avec chaque tentative SMTP.',
    },
    'mail body': {
      en: 'Gives what an email says as html for a frame: it runs nothing, and loads nothing from elsewhere.',
      fr: 'Donne le contenu d’un e-mail en HTML pour un cadre : il n’exécute rien et ne charge rien d’ailleurs.',
    },
    'mail statistics': {
      en: 'Shows email statistics: by hour or day of acceptance, by mailbox provider, and by reason of failure. Figures are some seconds behind.',
      fr: 'Montre les statistiques d’e-mails : par heure ou jour d’acceptation, par fournisseur de boîtes, et par raison d’échec. Les chiffres ont quelques secondes de retard.',
    },
    'mail statistics export': {
      en: 'Prints one table of the email statistics as CSV.',
      fr: 'Écrit en CSV un tableau des statistiques d’e-mails.',
    },
    'mail caught': {
      en: 'Lists the caught emails of an account, newest first.',
      fr: 'Liste les e-mails interceptés d’un compte, les plus récents d’abord.',
    },
    'mail caught show': {
      en: 'Shows a caught email of an account as recipients see it, with possible problems.',
      fr: 'Montre un e-mail intercepté d’un compte tel que le voient les destinataires, avec les problèmes possibles.',
    },
    'mail caught html': {
      en: 'Returns the HTML of a caught email of an account for display in a frame, without scripts and without external resources.',
      fr: 'Renvoie le HTML d’un e-mail intercepté d’un compte à afficher dans un cadre, sans scripts ni ressources externes.',
    },
    'mail caught source': {
      en: 'Prints the raw source of a caught email of an account.',
      fr: 'Écrit la source brute d’un e-mail intercepté d’un compte.',
    },
    'mail caught attachment': {
      en: 'Saves an attachment of a caught email of an account.',
      fr: 'Enregistre une pièce jointe d’un e-mail intercepté d’un compte.',
    },
    'mail cancel': {
      en: 'Cancels the copies of an email that have not been sent yet, and refunds them.',
      fr: 'Annule les copies d’un e-mail qui ne sont pas encore parties, et les rembourse.',
    },
    'mail queue': {
      en: 'Lists the email queues, and why emails wait in them.',
      fr: 'Liste les files d’e-mails, et pourquoi des e-mails y attendent.',
    },
    'mail hold': {
      en: 'Pauses a queue until it is resumed; accepted emails wait.',
      fr: 'Met une file en pause jusqu’à sa reprise ; les e-mails acceptés attendent.',
    },
    'mail resume': {
      en: 'Resumes a queue at once: if it was paused, slowed down, or its servers were unreachable. Deferred emails are retried.',
      fr: 'Reprend aussitôt une file en pause, ralentie, ou dont les serveurs étaient injoignables. Les e-mails différés sont retentés.',
    },
    'mail limit': {
      en: 'Limits how fast a queue may send.',
      fr: 'Limite la vitesse d’envoi d’une file.',
    },
    'mail held': {
      en: 'Lists the accounts whose emails are held, and why.',
      fr: 'Liste les comptes dont les e-mails sont retenus, et pourquoi.',
    },
    'mail release': {
      en: 'Sends the held emails of an account, and resets its bounce and complaint counts.',
      fr: 'Envoie les e-mails retenus d’un compte, et remet à zéro ses compteurs de rejets et de plaintes.',
    },
  },
  fields: {
    ...spanWords.fields,
    ...sendMailWords.fields,
    table: { shape: 'TABLE', says: 'Which table.' },
    email: { shape: 'EMAIL', says: 'The id of the email, returned by send as messageId.' },
    mail: { shape: 'MAIL', says: 'As "parley mail show" lists it.' },
    before: { shape: 'ID', says: 'Those before this one.' },
    caught: { shape: 'ID', says: 'The caught mail, as "parley mail caught" lists it.' },
    place: { shape: 'PLACE', says: 'Which attachment: the first is 0.' },
    search: { shape: 'TEXT', says: 'Part of a sender, recipient or subject.' },
    state: { shape: 'STATE', says: 'Only those of which a copy stands there.' },
    reason: { shape: 'CLASS', says: 'Only those of which a copy stands there for this reason.' },
    from: { shape: 'DAY', says: 'Since this day or instant.' },
    until: { shape: 'DAY', says: 'Before this day or instant.' },
    order: { shape: 'ORDER', says: 'Which come first.' },
    after: { shape: 'EMAIL', says: 'Begins behind this one.' },
    limit: { shape: 'COUNT', says: 'How many at most.' },
    lane: { shape: 'LANE', says: 'As "parley mail queue" names it.' },
    connections: { shape: 'COUNT', says: 'Connections at a time.' },
    mailsPerConnection: { shape: 'COUNT', says: 'Mails on each of them.' },
    mailsPerSecond: { shape: 'COUNT', says: 'Mails a second.' },
    tls: {
      shape: 'WORD',
      says: 'TLS with the recipients’ servers: opportunistic, required or verified.',
    },
    account: { shape: 'ACCOUNT', says: 'The account.' },
    refuse: { shape: 'SWITCH', says: 'Expires the emails instead, and refunds them.' },
  },
  refusals: {
    ...spanWords.refusals,
    ...sendMailWords.refusals,
    'email is not there': {
      kind: 'unknown',
      en: 'Email {email} does not exist.',
      fr: 'L’e-mail {email} n’existe pas.',
      fix: {
        en: '`parley mail list` lists the existing ones.',
        fr: '`parley mail list` liste ceux qui existent.',
      },
    },
    'mail is not there': {
      kind: 'unknown',
      en: 'Email {email} has no copy {mail}.',
      fr: 'L’e-mail {email} n’a pas de copie {mail}.',
      fix: {
        en: '`parley mail show` lists its copies.',
        fr: '`parley mail show` liste ses copies.',
      },
    },
    'caught mail is not there': {
      kind: 'unknown',
      en: 'Caught email {caught} does not exist, or has been deleted.',
      fr: 'L’e-mail intercepté {caught} n’existe pas, ou a été supprimé.',
      fix: {
        en: '`parley simulator mails` lists all caught emails, `parley mail caught` those of an account.',
        fr: '`parley simulator mails` liste tous les e-mails interceptés, `parley mail caught` ceux d’un compte.',
      },
    },
    'caught file is not there': {
      kind: 'unknown',
      en: 'The caught email has no attachment {place}.',
      fr: 'L’e-mail intercepté n’a pas de pièce jointe {place}.',
      fix: {
        en: '`parley simulator mails show` lists its attachments.',
        fr: '`parley simulator mails show` liste ses pièces jointes.',
      },
    },
    'mail has no way out': {
      kind: 'conflict',
      en: 'PARLEY_MAIL_MODE is catcher, so that no email can leave this machine.',
      fr: 'PARLEY_MAIL_MODE vaut catcher : aucun e-mail ne peut quitter cette machine.',
      fix: {
        en: 'Set PARLEY_MAIL_MODE to relay or direct.',
        fr: 'Réglez PARLEY_MAIL_MODE sur relay ou direct.',
      },
    },
    'too many are released': {
      kind: 'unavailable',
      en: 'Four caught emails are already being sent.',
      fr: 'Quatre e-mails interceptés sont déjà en cours d’envoi.',
      fix: {
        en: 'Wait until one of them has been sent.',
        fr: 'Attendez que l’un d’eux soit parti.',
      },
    },
    // Also refused by `message-cancel`, which has codes for them (api/errors/messages.ts).
    'email is leaving': {
      kind: 'conflict',
      en: 'The email is being handed to its server and cannot be cancelled at this moment.',
      fr: 'L’e-mail est en cours de transmission à son serveur et ne peut pas être annulé en ce moment.',
      fix: {
        en: 'Try again in a minute. If the server deferred it, it can be cancelled then.',
        fr: 'Réessayez dans une minute. Si le serveur l’a différé, il pourra alors être annulé.',
      },
    },
    'email has ended': {
      kind: 'conflict',
      en: 'The email has no pending recipients: it was refused, failed or skipped.',
      fr: 'L’e-mail n’a plus de destinataire en attente : il a été refusé, abandonné ou écarté.',
      fix: {
        en: '`parley mail show` shows the reason.',
        fr: '`parley mail show` donne la raison.',
      },
    },
    'no limit is named': {
      kind: 'invalid',
      en: 'No limit was given.',
      fr: 'Aucune limite n’a été indiquée.',
      fix: {
        en: 'Give at least one, such as {.connections}.',
        fr: 'Indiquez-en au moins une, comme {.connections}.',
      },
    },
    'no mail is held': {
      kind: 'unknown',
      en: 'Account {account} has no held messages.',
      fr: 'Le compte {account} n’a aucun message retenu.',
      fix: {
        en: '`parley mail held` lists the accounts with held messages.',
        fr: '`parley mail held` liste les comptes dont des messages sont retenus.',
      },
    },
  },
} as const satisfies NounWords;
