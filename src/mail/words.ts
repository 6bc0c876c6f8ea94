/** What people are told of mails that wait, and of those that are held. */
import type { NounWords, Sentence } from '#core/words.ts';

export const mailForms = {
  lane: {
    en: 'a lane as "parley mail queue" names it, such as relay or direct/google',
    fr: 'une file telle que « parley mail queue » la nomme, comme relay ou direct/google',
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
    en: '{host}: {why}, tried again {until}',
    fr: '{host} : {why}, nouvel essai le {until}',
  },
  deferred: { en: '{mails} deferred, {why}', fr: '{mails} différés, {why}' },
} satisfies Record<string, Sentence>;

export const mailWords = {
  does: {
    'mail list': {
      en: 'Lists emails, the newest first.',
      fr: 'Liste les e-mails, les plus récents d’abord.',
    },
    'mail show': {
      en: 'Shows an email, its mails and what became of each.',
      fr: 'Montre un e-mail, ses mails et ce que chacun est devenu.',
    },
    'mail story': {
      en: 'Tells the story of one mail of an email: what happened, and each talk with a server.',
      fr: 'Raconte l’histoire d’un mail d’un e-mail : ce qui s’est passé, et chaque échange avec un serveur.',
    },
    'mail cancel': {
      en: 'Takes back what of an email has not left yet, with its money.',
      fr: 'Reprend ce qui n’est pas encore parti d’un e-mail, avec son prix.',
    },
    'mail queue': {
      en: 'Lists the lanes that emails wait in, and what keeps them.',
      fr: 'Liste les files où des e-mails attendent, et ce qui les retient.',
    },
    'mail hold': {
      en: 'Lets nothing more leave by a lane until it is resumed; what is accepted waits.',
      fr: 'Ne laisse plus rien partir par une file avant sa reprise ; ce qui est accepté attend.',
    },
    'mail resume': {
      en: 'Lets a lane send again at once: one that was held, one that cools, one whose servers were away, and mails that were put off.',
      fr: 'Fait repartir une file aussitôt : retenue, ralentie, dont les serveurs étaient absents, et les mails différés.',
    },
    'mail limit': {
      en: 'Sets how fast a lane may send, beyond what its servers have shown to bear.',
      fr: 'Règle la vitesse d’une file, au-delà de ce que ses serveurs ont montré supporter.',
    },
    'mail held': {
      en: 'Lists accounts whose mail is held, and why.',
      fr: 'Liste les comptes dont le courrier est retenu, et pourquoi.',
    },
    'mail release': {
      en: 'Sends the mails of an account that are held, and forgives how its mail was received.',
      fr: 'Envoie les mails d’un compte qui sont retenus, et oublie comment son courrier était reçu.',
    },
  },
  fields: {
    email: {
      shape: 'EMAIL',
      says: 'The id of the email, which its sender was told as messageId.',
    },
    mail: { shape: 'MAIL', says: 'As "parley mail show" lists it.' },
    before: { shape: 'EMAIL', says: 'Those before this one.' },
    limit: { shape: 'COUNT', says: 'How many at most.' },
    lane: { shape: 'LANE', says: 'As "parley mail queue" names it.' },
    connections: { shape: 'COUNT', says: 'Connections at a time.' },
    mailsPerConnection: { shape: 'COUNT', says: 'Mails on each of them.' },
    mailsPerSecond: { shape: 'COUNT', says: 'Mails a second.' },
    tls: {
      shape: 'WORD',
      says: 'Of servers of recipients: opportunistic, required or verified.',
    },
    account: { shape: 'ACCOUNT', says: 'The account.' },
    refuse: {
      shape: 'SWITCH',
      says: 'Lets them expire instead, which gives the money back.',
    },
  },
  refusals: {
    'email is not there': {
      kind: 'unknown',
      en: 'There is no email {email}.',
      fr: 'Il n’y a pas d’e-mail {email}.',
      fix: {
        en: '`parley mail list` lists those that are there.',
        fr: '`parley mail list` liste ceux qui sont là.',
      },
    },
    'mail is not there': {
      kind: 'unknown',
      en: 'Email {email} has no mail {mail}.',
      fr: 'L’e-mail {email} n’a pas de mail {mail}.',
      fix: {
        en: '`parley mail show` lists its mails.',
        fr: '`parley mail show` liste ses mails.',
      },
    },
    // Also refused by `message-cancel`, which has codes for them (api/errors/messages.ts).
    'email is leaving': {
      kind: 'conflict',
      en: 'What has not left of the email is with its server at this moment.',
      fr: 'Ce qui n’est pas parti de l’e-mail est en ce moment chez son serveur.',
      fix: {
        en: 'Try again in a minute: what its server puts off can be cancelled then.',
        fr: 'Réessayez dans une minute : ce que son serveur diffère pourra être annulé.',
      },
    },
    'email has ended': {
      kind: 'conflict',
      en: 'Nothing of the email waits any more: it was refused, given up or left out.',
      fr: 'Plus rien de l’e-mail n’attend : il a été refusé, abandonné ou écarté.',
      fix: {
        en: '`parley mail show` says why.',
        fr: '`parley mail show` dit pourquoi.',
      },
    },
    'message is cancelled': {
      kind: 'conflict',
      en: 'It is cancelled already.',
      fr: 'C’est déjà annulé.',
      fix: { en: 'No action needed.', fr: 'Il n’y a rien à faire.' },
    },
    'message is sent': {
      kind: 'conflict',
      en: 'It is sent already.',
      fr: 'C’est déjà envoyé.',
      fix: {
        en: 'What has left cannot be taken back.',
        fr: 'Ce qui est parti ne peut être repris.',
      },
    },
    'no limit is named': {
      kind: 'invalid',
      en: 'No limit is named.',
      fr: 'Aucune limite n’est nommée.',
      fix: {
        en: 'Name one at least, such as {.connections}.',
        fr: 'Nommez-en au moins une, comme {.connections}.',
      },
    },
    'no mail is held': {
      kind: 'unknown',
      en: 'Nothing of account {account} is held.',
      fr: 'Rien du compte {account} n’est retenu.',
      fix: {
        en: '`parley mail held` lists what is held.',
        fr: '`parley mail held` liste ce qui est retenu.',
      },
    },
  },
} as const satisfies NounWords;
