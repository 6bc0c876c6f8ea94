/** What people are told of mails that wait, and of those that are held. */
import { spanWords } from '#accounts/statistics/words.ts';
import type { NounWords, Sentence } from '#core/words.ts';
import { sendMailWords } from './sending/send-words.ts';

export const mailForms = {
  recipient: {
    en: 'an e-mail address such as zoe@client.example',
    fr: 'une adresse e-mail comme zoe@client.example',
  },
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
    ...sendMailWords.does,
    'mail list': {
      en: 'Lists the emails of an account, the newest first, with what became of their copies.',
      fr: 'Liste les e-mails d’un compte, les plus récents d’abord, et ce que leurs copies sont devenues.',
    },
    'mail total': {
      en: 'Counts the emails that fit, with their copies, among the newest 10,000.',
      fr: 'Compte les e-mails qui conviennent et leurs copies, parmi les 10 000 plus récents.',
    },
    'mail export': {
      en: 'Writes the emails that fit as CSV, a line for each copy: of up to 400,000 emails, fewer where filters pass over most.',
      fr: 'Écrit en CSV les e-mails qui conviennent, une ligne par copie : de 400 000 e-mails au plus, moins si des filtres en écartent la plupart.',
    },
    'mail all': {
      en: 'Lists the emails of all accounts, the newest first.',
      fr: 'Liste les e-mails de tous les comptes, les plus récents d’abord.',
    },
    'mail show': {
      en: 'Shows an email, its mails and what became of each.',
      fr: 'Montre un e-mail, ses mails et ce que chacun est devenu.',
    },
    'mail story': {
      en: 'Tells the story of one mail of an email: what happened, and each talk with a server.',
      fr: 'Raconte l’histoire d’un mail d’un e-mail : ce qui s’est passé, et chaque échange avec un serveur.',
    },
    'mail statistics': {
      en: 'Tells how mails went: by hour or day in which their emails were accepted, by provider of mailboxes, and why some did not arrive. Counted some seconds behind.',
      fr: 'Dit comment les mails sont arrivés : par heure ou jour d’acceptation de leurs e-mails, par fournisseur de boîtes, et pourquoi certains ne sont pas arrivés. Compté avec quelques secondes de retard.',
    },
    'mail statistics export': {
      en: 'Prints one table of how mails went as CSV.',
      fr: 'Écrit en CSV un tableau de la façon dont les mails sont arrivés.',
    },
    'mail caught': {
      en: 'Lists what the mail catcher has caught of the emails of an account, the newest first.',
      fr: 'Liste les mails de la boîte de test qu’un compte a envoyés, le plus récent d’abord.',
    },
    'mail caught show': {
      en: 'Shows a caught mail of an account as people read it, with what may be wrong with it.',
      fr: 'Montre un mail de la boîte de test d’un compte tel qu’on le lit, et ce qui peut y clocher.',
    },
    'mail caught html': {
      en: 'Gives the html of a caught mail of an account for a frame: it runs nothing, and loads nothing from elsewhere.',
      fr: 'Donne le HTML d’un mail de la boîte de test d’un compte pour un cadre : il n’exécute rien et ne charge rien d’ailleurs.',
    },
    'mail caught source': {
      en: 'Prints a caught mail of an account as it came, octet by octet.',
      fr: 'Écrit un mail de la boîte de test d’un compte tel qu’il est venu, octet par octet.',
    },
    'mail caught attachment': {
      en: 'Saves an attachment of a caught mail of an account.',
      fr: 'Enregistre une pièce jointe d’un mail de la boîte de test d’un compte.',
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
    ...spanWords.fields,
    ...sendMailWords.fields,
    table: { shape: 'TABLE', says: 'Which table.' },
    email: {
      shape: 'EMAIL',
      says: 'The id of the email, which its sender was told as messageId.',
    },
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
      says: 'Of servers of recipients: opportunistic, required or verified.',
    },
    account: { shape: 'ACCOUNT', says: 'The account.' },
    refuse: {
      shape: 'SWITCH',
      says: 'Lets them expire instead, which gives the money back.',
    },
  },
  refusals: {
    ...spanWords.refusals,
    ...sendMailWords.refusals,
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
    'caught mail is not there': {
      kind: 'unknown',
      en: 'There is no caught mail {caught}; old ones are forgotten.',
      fr: 'La boîte de test n’a pas de mail {caught} ; les anciens sont oubliés.',
      fix: {
        en: '`parley simulator mails` lists all that are kept, `parley mail caught` those of an account.',
        fr: '`parley simulator mails` liste tous ceux qui sont gardés, `parley mail caught` ceux d’un compte.',
      },
    },
    'caught file is not there': {
      kind: 'unknown',
      en: 'The caught mail has no attachment {place}.',
      fr: 'Le mail n’a pas de pièce jointe {place}.',
      fix: {
        en: '`parley simulator mails show` lists its attachments.',
        fr: '`parley simulator mails show` liste ses pièces jointes.',
      },
    },
    'mail has no way out': {
      kind: 'conflict',
      en: 'PARLEY_MAIL_MODE keeps all mail on this machine: there is no relay and no way to other servers.',
      fr: 'PARLEY_MAIL_MODE retient tout le courrier sur cette machine : il n’y a ni relais ni voie vers d’autres serveurs.',
      fix: {
        en: 'Set PARLEY_MAIL_MODE to relay or direct.',
        fr: 'Réglez PARLEY_MAIL_MODE sur relay ou direct.',
      },
    },
    'too many are released': {
      kind: 'unavailable',
      en: 'Four caught mails are leaving at this moment.',
      fr: 'Quatre mails de la boîte de test sont en train de partir.',
      fix: { en: 'Wait until one of them has left.', fr: 'Attendez que l’un d’eux soit parti.' },
    },
    // Also refused by `message-cancel`, which has codes for them (api/errors/messages.ts).
    'email is leaving': {
      kind: 'conflict',
      en: 'The email is being handed to its server and cannot be cancelled at this moment.',
      fr: 'L’e-mail est en cours de transmission à son serveur et ne peut pas être annulé en ce moment.',
      fix: {
        en: 'Try again in a minute: what its server puts off can be cancelled then.',
        fr: 'Réessayez dans une minute : ce que son serveur diffère pourra être annulé.',
      },
    },
    'email has ended': {
      kind: 'conflict',
      en: 'The email has no pending recipients: it was refused, failed or skipped.',
      fr: 'L’e-mail n’a plus de destinataire en attente : il a été refusé, abandonné ou écarté.',
      fix: {
        en: '`parley mail show` says why.',
        fr: '`parley mail show` dit pourquoi.',
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
