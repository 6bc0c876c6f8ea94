/** What people are told of operators. */
import type { NounWords, Sentence } from '#core/words.ts';

export const operatorForms = {
  host: { en: 'an IP address or a host name', fr: 'une adresse IP ou un nom d’hôte' },
  sender: {
    en: '3 to 11 letters and digits, or a number of up to 15 digits',
    fr: '3 à 11 lettres et chiffres, ou un numéro de 15 chiffres au plus',
  },
  tonNpi: {
    en: 'two numbers from 0 to 255, such as 5/0',
    fr: 'deux nombres de 0 à 255, comme 5/0',
  },
  certificate: { en: 'a certificate in PEM', fr: 'un certificat en PEM' },
  timeZone: {
    en: 'a time zone, such as Europe/Paris or +02:00',
    fr: 'un fuseau horaire, comme Europe/Paris ou +02:00',
  },
  country: {
    en: 'a country code of two letters, such as FR',
    fr: 'un code de pays de deux lettres, comme FR',
  },
} satisfies Record<string, Sentence>;

export const operatorWords = {
  does: {
    'operator add': {
      en: 'Adds an operator; a running server binds to it at once.',
      fr: 'Ajoute un opérateur ; un serveur en marche s’y lie aussitôt.',
    },
    'operator list': { en: 'Lists the operators.', fr: 'Liste les opérateurs.' },
    'operator show': {
      en: 'Shows an operator with all its settings.',
      fr: 'Montre un opérateur avec tous ses réglages.',
    },
    'operator set': {
      en: 'Changes settings of an operator; a running server follows at once.',
      fr: 'Change des réglages d’un opérateur ; un serveur en marche suit aussitôt.',
    },
    'operator pause': {
      en: 'Stops sending to an operator: what waits stays, new messages take other routes.',
      fr: 'Cesse d’envoyer à un opérateur : ce qui attend reste, les nouveaux messages passent ailleurs.',
    },
    'operator drain': {
      en: 'Gives an operator nothing new; what waits is still sent.',
      fr: 'Ne donne plus rien de nouveau à un opérateur ; ce qui attend est encore envoyé.',
    },
    'operator reroute': {
      en: 'Gives what waits for an operator to other routes, and sends what none of them takes.',
      fr: 'Donne ce qui attend un opérateur à d’autres routes, et envoie ce qu’aucune ne prend.',
    },
    'operator resume': {
      en: 'Sends to an operator again.',
      fr: 'Envoie de nouveau à un opérateur.',
    },
    'operator remove': {
      en: 'Removes an operator and its routes; what waits for it takes other routes first.',
      fr: 'Retire un opérateur et ses routes ; ce qui l’attend passe d’abord ailleurs.',
    },
    'operator try': {
      en: 'Connects and binds once with these settings, unbinds, and tells what the operator said.',
      fr: 'Se connecte et se lie une fois avec ces réglages, se délie, et dit ce que l’opérateur a répondu.',
    },
    'operator binds': {
      en: 'Shows what the binds of an operator do: in the answering process now, in others as told within seconds.',
      fr: 'Montre ce que font les liens d’un opérateur : maintenant dans le processus qui répond, à quelques secondes près dans les autres.',
    },
    'operator trace': {
      en: 'Writes down for 15 minutes what passes over the binds of an operator in every process, without texts and with phones shortened.',
      fr: 'Note pendant 15 minutes ce qui passe par les liens d’un opérateur dans chaque processus, sans les textes et les numéros abrégés.',
    },
  },
  fields: {
    name: { shape: 'NAME', says: 'What the operator is called here.' },
    isOn: { shape: 'SWITCH', says: 'on begins, off ends it.' },
    password: { shape: 'PASSWORD', says: 'The password' },
    host: { shape: 'HOST', says: 'Where it listens.' },
    port: { shape: 'PORT', says: 'Its SMPP port.' },
    tls: { shape: 'SWITCH', says: 'Connects by TLS and verifies the certificate.' },
    tlsCa: {
      shape: 'FILE',
      says: 'PEM of the authority that signed the certificate, if no public one did.',
    },
    systemId: { shape: 'ID', says: 'As whom to bind.' },
    systemType: { shape: 'TYPE', says: 'As what to bind, where the operator asks.' },
    bind: { shape: 'MODE', says: 'trx, tx, rx, or tx-rx for one of each.' },
    binds: { shape: 'COUNT', says: 'Connections kept open.' },
    window: { shape: 'COUNT', says: 'Parts without an answer on each bind.' },
    ratePerSecond: {
      shape: 'PER_SECOND',
      says: 'Parts a second on each bind; none is as fast as the window.',
      flag: 'rate',
    },
    senderRatePerSecond: {
      shape: 'PER_SECOND',
      says: 'Parts a second of one sender on each bind; its further ones wait, others pass them.',
      flag: 'senderRate',
    },
    quotaPerDay: {
      shape: 'PARTS',
      says: 'Parts that it is given in a day, UTC; past it messages take other routes.',
    },
    quotaPerMonth: {
      shape: 'PARTS',
      says: 'Parts that it is given in a month, UTC; past it messages take other routes.',
    },
    version: { shape: 'VERSION', says: 'Of SMPP: 3.3, 3.4 or 5.0.' },
    maxPduBytes: { shape: 'BYTES', says: 'The longest PDU that is taken from it.' },
    enquireLinkMs: {
      shape: 'MS',
      says: 'Silence after which the link is asked whether it lives.',
    },
    responseTimeoutMs: { shape: 'MS', says: 'How long an answer to a submit is waited for.' },
    longMessages: {
      shape: 'FORM',
      says: 'How parts are joined: udh8 or udh16 by a header, sar by TLVs, payload is one submit with all of it.',
    },
    nationalTables: {
      shape: 'LANGUAGES',
      says: 'Whose shift tables the network takes, so that a text needs fewer parts.',
    },
    defaultAlphabet: {
      shape: 'ALPHABET',
      says: 'What data_coding 0 means there: gsm7, gsm7Packed, latin1 or ascii.',
    },
    gsmDataCoding: { shape: 'OCTET', says: 'data_coding of GSM text, 0 nearly everywhere.' },
    recipientTonNpi: { shape: 'TON/NPI', says: 'Of the phone that is written to.' },
    wordSenderTonNpi: { shape: 'TON/NPI', says: 'Of a sender in letters.' },
    longSenderTonNpi: { shape: 'TON/NPI', says: 'Of a sender of eight digits or more.' },
    shortSenderTonNpi: { shape: 'TON/NPI', says: 'Of a short number as sender.' },
    senderAlphabet: {
      shape: 'ALPHABET',
      says: 'In which code a sender in letters travels: gsm7 or latin1.',
    },
    serviceType: { shape: 'TYPE', says: 'service_type of each submit.' },
    defaultSender: { shape: 'SENDER', says: 'Of messages that name none.' },
    validityFormat: {
      shape: 'FORM',
      says: 'How the operator is told what is left of the validity: relative, absolute or none.',
    },
    usePriorityFlag: { shape: 'SWITCH', says: 'Marks what is urgent with priority_flag 1.' },
    sendReference: {
      shape: 'SWITCH',
      says: 'Sends user_message_reference; off for an operator that answers 0xC1.',
    },
    uncertain: {
      shape: 'POLICY',
      says: 'resend, hold or fail: what becomes of a part whose answer was lost.',
    },
    uncertainMax: {
      shape: 'COUNT',
      says: 'With --uncertain resend: how many submits of a part may go unanswered, the last by another route if there is one.',
    },
    statusTable: {
      shape: 'TABLE',
      says: 'What codes of its own ask for, such as 0x451=later: slow-down, later, again, rebind, setup, sender, refused.',
    },
    receipts: { shape: 'WHICH', says: 'all or none: whether the operator reports.' },
    intermediate: {
      shape: 'SWITCH',
      says: 'Asks for reports of what happens before the end, too.',
    },
    receiptFor: {
      shape: 'PARTS',
      says: 'each or one: whether every part of a long text is reported on.',
    },
    accepted: {
      shape: 'OUTCOME',
      says: 'What ACCEPTD means there: waiting, delivered or not-delivered.',
    },
    wordTable: {
      shape: 'TABLE',
      says: 'What words of its receipts mean, such as SENT=waiting,LOST=not-delivered.',
    },
    receiptId: {
      shape: 'FORM',
      says: 'asIs, hexInResponse or hexInReceipt: how ids in receipts match those of answers.',
    },
    stripZeros: {
      shape: 'SWITCH',
      says: 'Ids of receipts and answers match without their leading zeros.',
    },
    ignoreCase: {
      shape: 'SWITCH',
      says: 'Ids of receipts and answers match in any letter case.',
    },
    receiptAddress: {
      shape: 'WHICH',
      says: 'prefer, require or ignore: whether a receipt must come from the phone of its part, where ids are used again.',
    },
    receiptTimeZone: {
      shape: 'ZONE',
      says: 'In which zone it writes the dates of receipts, such as Europe/Paris; none: unknown.',
    },
    receiptsWithoutClass: {
      shape: 'SWITCH',
      says: 'Takes a receipt that its esm_class does not mark, if id and phone are known.',
    },
    receiptTimeoutHours: {
      shape: 'HOURS',
      says: 'Without a report for so long a part is not delivered.',
    },
    homeCountry: {
      shape: 'COUNTRY',
      says: 'Whose numbers it may write in national form, such as FR; none: PARLEY_HOME_COUNTRY says so.',
    },
    ia5: {
      shape: 'ALPHABET',
      says: 'ascii or gsm7: what data_coding 1 means in messages from phones.',
    },
  },
  refusals: {
    'operator is there': {
      kind: 'conflict',
      en: 'There is an operator {operator} already.',
      fr: 'Il y a déjà un opérateur {operator}.',
      fix: {
        en: 'Choose another name, or change the one that is there.',
        fr: 'Choisissez un autre nom, ou modifiez ce qui porte celui-ci.',
      },
    },
    'operator is unknown': {
      kind: 'unknown',
      en: 'There is no operator {operator}.',
      fr: 'Il n’y a pas d’opérateur {operator}.',
      fix: {
        en: '`parley operator list` names those that are there.',
        fr: '`parley operator list` nomme ceux qui sont là.',
      },
    },
    'operator is built in': {
      kind: 'conflict',
      en: '{operator} is built in: PARLEY_SIMULATOR=off switches it off.',
      fr: '{operator} est intégré : PARLEY_SIMULATOR=off le désactive.',
      fix: {
        en: 'Start with PARLEY_SIMULATOR=off to be without it.',
        fr: 'Démarrez avec PARLEY_SIMULATOR=off pour vous en passer.',
      },
    },
    'operator is set by the server': {
      kind: 'conflict',
      en: '{operator} is built in: the server sets it at each start.',
      fr: '{operator} est intégré : le serveur le règle à chaque démarrage.',
      fix: {
        en: 'Change an operator of your own; the built-in one only simulates.',
        fr: 'Modifiez un opérateur à vous ; celui qui est intégré ne fait que simuler.',
      },
    },
    'operator would not change': {
      kind: 'invalid',
      en: 'Say what to change, such as {.window} 20.',
      fr: 'Dites quoi changer, par exemple {.window} 20.',
      fix: { en: 'Name a setting.', fr: 'Nommez un réglage.' },
    },
    'certificate needs TLS': {
      kind: 'invalid',
      en: '{.tlsCa} goes with {.tls}.',
      fr: '{.tlsCa} va avec {.tls}.',
      fix: {
        en: 'Connect by TLS, or name no certificate.',
        fr: 'Connectez-vous en TLS, ou ne nommez pas de certificat.',
      },
    },
    'long messages need TLVs': {
      kind: 'invalid',
      en: '{.longMessages} {longMessages} needs TLVs, which version 3.3 does not know.',
      fr: '{.longMessages} {longMessages} demande des TLV, que la version 3.3 ne connaît pas.',
      fix: {
        en: 'Choose udh8 or udh16, or version 3.4.',
        fr: 'Choisissez udh8 ou udh16, ou la version 3.4.',
      },
    },
  },
} as const satisfies NounWords;
