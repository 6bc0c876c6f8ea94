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
      en: 'Pauses an operator: queued messages wait, new messages take other routes.',
      fr: 'Met un opérateur en pause : les messages en file attendent, les nouveaux prennent d’autres routes.',
    },
    'operator drain': {
      en: 'Drains an operator: queued messages are sent, new messages take other routes.',
      fr: 'Vide un opérateur : les messages en file partent, les nouveaux prennent d’autres routes.',
    },
    'operator reroute': {
      en: 'Moves an operator’s queue to other routes; messages without another route are still sent.',
      fr: 'Déplace la file d’un opérateur vers d’autres routes ; les messages sans autre route partent encore.',
    },
    'operator resume': { en: 'Resumes an operator.', fr: 'Reprend un opérateur.' },
    'operator remove': {
      en: 'Removes an operator and its routes, after its queue has moved to other routes.',
      fr: 'Retire un opérateur et ses routes, une fois sa file déplacée vers d’autres routes.',
    },
    'operator try': {
      en: 'Tests the settings: connects, binds once, unbinds, and shows the operator’s response.',
      fr: 'Teste les réglages : se connecte, se lie une fois, se délie, et montre la réponse de l’opérateur.',
    },
    'operator binds': {
      en: 'Shows the binds of an operator: live in the answering process, within seconds for other processes.',
      fr: 'Montre les liaisons d’un opérateur : en direct dans le processus qui répond, à quelques secondes près pour les autres.',
    },
    'operator trace': {
      en: 'Starts a trace: records the PDUs of an operator in every process for 15 minutes, without texts and with shortened phone numbers.',
      fr: 'Démarre une trace : enregistre pendant 15 minutes les PDU d’un opérateur dans chaque processus, sans les textes et avec des numéros abrégés.',
    },
  },
  fields: {
    name: { shape: 'NAME', says: 'What the operator is called here.' },
    isOn: { shape: 'SWITCH', says: 'on begins, off ends it.' },
    password: { shape: 'PASSWORD', says: 'The password' },
    host: { shape: 'HOST', says: 'Where it listens.' },
    port: { shape: 'PORT', says: 'Its SMPP port.' },
    tls: { shape: 'SWITCH', says: 'Connects by TLS and verifies the certificate.' },
    tlsCa: { shape: 'FILE', says: 'PEM of the certificate authority, if it is not a public one.' },
    systemId: { shape: 'ID', says: 'As whom to bind.' },
    systemType: { shape: 'TYPE', says: 'As what to bind, where the operator asks.' },
    bind: { shape: 'MODE', says: 'trx, tx, rx, or tx-rx for one of each.' },
    binds: { shape: 'COUNT', says: 'Connections kept open.' },
    window: { shape: 'COUNT', says: 'Parts without an answer on each bind.' },
    ratePerSecond: {
      shape: 'PER_SECOND',
      says: 'Segments a second on each bind; none for no limit.',
      flag: 'rate',
    },
    senderRatePerSecond: {
      shape: 'PER_SECOND',
      says: 'Segments a second of one sender on each bind; further ones wait without delaying other senders.',
      flag: 'senderRate',
    },
    quotaPerDay: {
      shape: 'PARTS',
      says: 'Segments per day (UTC); above it, messages take other routes.',
    },
    quotaPerMonth: {
      shape: 'PARTS',
      says: 'Segments per month (UTC); above it, messages take other routes.',
    },
    version: { shape: 'VERSION', says: 'Of SMPP: 3.3, 3.4 or 5.0.' },
    maxPduBytes: { shape: 'BYTES', says: 'The longest PDU that is taken from it.' },
    enquireLinkMs: { shape: 'MS', says: 'Idle time before enquire_link is sent.' },
    responseTimeoutMs: { shape: 'MS', says: 'How long an answer to a submit is waited for.' },
    longMessages: {
      shape: 'FORM',
      says: 'How segments are concatenated: udh8 or udh16 (header), sar (TLVs), payload (one submit with the whole text).',
    },
    nationalTables: {
      shape: 'LANGUAGES',
      says: 'National language shift tables that the network supports, so that a text needs fewer segments.',
    },
    defaultAlphabet: {
      shape: 'ALPHABET',
      says: 'Its alphabet for data_coding 0: gsm7, gsm7Packed, latin1 or ascii.',
    },
    gsmDataCoding: { shape: 'OCTET', says: 'data_coding of GSM text, 0 nearly everywhere.' },
    recipientTonNpi: { shape: 'TON/NPI', says: 'Of the phone that is written to.' },
    wordSenderTonNpi: { shape: 'TON/NPI', says: 'Of a sender in letters.' },
    longSenderTonNpi: { shape: 'TON/NPI', says: 'Of a sender of eight digits or more.' },
    shortSenderTonNpi: { shape: 'TON/NPI', says: 'Of a short number as sender.' },
    senderAlphabet: {
      shape: 'ALPHABET',
      says: 'Encoding of alphanumeric senders: gsm7 or latin1.',
    },
    serviceType: { shape: 'TYPE', says: 'service_type of each submit.' },
    defaultSender: { shape: 'SENDER', says: 'Of messages that name none.' },
    validityFormat: {
      shape: 'FORM',
      says: 'Format of validity_period: relative, absolute or none.',
    },
    usePriorityFlag: { shape: 'SWITCH', says: 'Marks what is urgent with priority_flag 1.' },
    sendReference: {
      shape: 'SWITCH',
      says: 'Sends user_message_reference; off for an operator that answers 0xC1.',
    },
    uncertain: {
      shape: 'POLICY',
      says: 'resend, hold or fail: what to do with a segment whose response was lost.',
    },
    uncertainMax: {
      shape: 'COUNT',
      says: 'With --uncertain resend: how many submits of a segment may go unanswered, the last by another route if there is one.',
    },
    statusTable: {
      shape: 'TABLE',
      says: 'Meaning of vendor-specific codes, such as 0x451=later: slow-down, later, again, rebind, setup, sender, refused.',
    },
    receipts: { shape: 'WHICH', says: 'all or none: whether the operator reports.' },
    intermediate: { shape: 'SWITCH', says: 'Also requests intermediate delivery reports.' },
    receiptFor: {
      shape: 'PARTS',
      says: 'each or one: whether every segment of a long text gets a receipt.',
    },
    accepted: {
      shape: 'OUTCOME',
      says: 'Meaning of ACCEPTD: waiting, delivered or not-delivered.',
    },
    wordTable: {
      shape: 'TABLE',
      says: 'Meaning of other states in receipts, such as SENT=waiting,LOST=not-delivered.',
    },
    receiptId: {
      shape: 'FORM',
      says: 'asIs, hexInResponse or hexInReceipt: how ids in receipts match those in responses.',
    },
    stripZeros: {
      shape: 'SWITCH',
      says: 'Ignores leading zeros when ids of receipts and responses are compared.',
    },
    ignoreCase: {
      shape: 'SWITCH',
      says: 'Ignores case when ids of receipts and responses are compared.',
    },
    receiptAddress: {
      shape: 'WHICH',
      says: 'prefer, require or ignore: whether the phone of a receipt must match, if ids are reused.',
    },
    receiptTimeZone: {
      shape: 'ZONE',
      says: 'Time zone of dates in receipts, such as Europe/Paris; none: unknown.',
    },
    receiptsWithoutClass: {
      shape: 'SWITCH',
      says: 'Accepts receipts without the esm_class flag, if id and phone are known.',
    },
    receiptTimeoutHours: {
      shape: 'HOURS',
      says: 'Time after which a segment without a receipt counts as undelivered.',
    },
    homeCountry: {
      shape: 'COUNTRY',
      says: 'Country whose numbers it may write in national format, such as FR; none: PARLEY_HOME_COUNTRY.',
    },
    ia5: {
      shape: 'ALPHABET',
      says: 'ascii or gsm7: alphabet of data_coding 1 in messages from phones.',
    },
  },
  refusals: {
    'operator is there': {
      kind: 'conflict',
      en: 'Operator {operator} already exists.',
      fr: 'L’opérateur {operator} existe déjà.',
      fix: {
        en: 'Choose another name, or change the existing one.',
        fr: 'Choisissez un autre nom, ou modifiez celui qui existe.',
      },
    },
    'operator is unknown': {
      kind: 'unknown',
      en: 'Operator {operator} does not exist.',
      fr: 'L’opérateur {operator} n’existe pas.',
      fix: {
        en: '`parley operator list` lists the existing ones.',
        fr: '`parley operator list` liste ceux qui existent.',
      },
    },
    'operator is built in': {
      kind: 'conflict',
      en: '{operator} is built in: PARLEY_SIMULATOR=off turns it off.',
      fr: '{operator} est intégré : PARLEY_SIMULATOR=off le désactive.',
      fix: {
        en: 'To turn it off, start the server with PARLEY_SIMULATOR=off.',
        fr: 'Pour le désactiver, démarrez le serveur avec PARLEY_SIMULATOR=off.',
      },
    },
    'operator is set by the server': {
      kind: 'conflict',
      en: '{operator} is built in: the server configures it at each start.',
      fr: '{operator} est intégré : le serveur le configure à chaque démarrage.',
      fix: { en: 'Change one of your own operators.', fr: 'Modifiez l’un de vos opérateurs.' },
    },
    'operator would not change': {
      kind: 'invalid',
      en: 'Give at least one setting, such as {.window} 20.',
      fr: 'Indiquez au moins un réglage, par exemple {.window} 20.',
      fix: { en: 'Give at least one setting.', fr: 'Indiquez au moins un réglage.' },
    },
    'certificate needs TLS': {
      kind: 'invalid',
      en: '{.tlsCa} requires {.tls}.',
      fr: '{.tlsCa} exige {.tls}.',
      fix: {
        en: 'Enable TLS, or remove the certificate.',
        fr: 'Activez TLS, ou retirez le certificat.',
      },
    },
    'long messages need TLVs': {
      kind: 'invalid',
      en: '{.longMessages} {longMessages} requires TLVs, which version 3.3 does not have.',
      fr: '{.longMessages} {longMessages} exige des TLV, que la version 3.3 n’a pas.',
      fix: {
        en: 'Choose udh8 or udh16, or version 3.4.',
        fr: 'Choisissez udh8 ou udh16, ou la version 3.4.',
      },
    },
  },
} as const satisfies NounWords;
