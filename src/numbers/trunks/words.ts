/** What people are told of trunks. */
import type { NounWords, Sentence } from '#core/words.ts';

export const entriesMax = 100;
/** The one that is used, the next one, and those of several hosts. */
export const certificatesMax = 10;

export const trunkForms = {
  host: { en: 'an IP address or a host name', fr: 'une adresse IP ou un nom d’hôte' },
  networks: {
    en: `networks such as 192.0.2.0/24, up to ${entriesMax} with commas between, or none`,
    fr: `des réseaux comme 192.0.2.0/24, au plus ${entriesMax}, séparés par des virgules, ou none`,
  },
  prefixes: {
    en: `digits that numbers begin with, up to ${entriesMax} with commas between, or none`,
    fr: `les premiers chiffres de numéros, au plus ${entriesMax}, séparés par des virgules, ou none`,
  },
  certificates: {
    en: `SHA-256 of certificates in hex, as openssl x509 -fingerprint -sha256 prints it, up to ${certificatesMax} with commas between, or none`,
    fr: `le SHA-256 de certificats en hexadécimal, comme openssl x509 -fingerprint -sha256 l’écrit, au plus ${certificatesMax}, séparés par des virgules, ou none`,
  },
  digits: { en: 'up to 15 digits', fr: 'au plus 15 chiffres' },
  numberFrom: {
    en: 'ruri, to, p-called-party-id, or header:NAME',
    fr: 'ruri, to, p-called-party-id, ou header:NOM',
  },
  user: {
    en: 'up to 64 letters, digits and signs without quotes',
    fr: 'au plus 64 lettres, chiffres et signes sans guillemets',
  },
  country: {
    en: 'a country code of two letters, such as FR',
    fr: 'un code de pays de deux lettres, comme FR',
  },
} satisfies Record<string, Sentence>;

export const trunkWords = {
  does: {
    'trunk add': {
      en: 'Adds a SIP carrier; a running server uses it at once.',
      fr: 'Ajoute un opérateur SIP ; un serveur en marche l’utilise aussitôt.',
    },
    'trunk list': { en: 'Lists the trunks and their state.', fr: 'Liste les trunks et leur état.' },
    'trunk show': {
      en: 'Shows a trunk with all its settings.',
      fr: 'Montre un trunk avec tous ses réglages.',
    },
    'trunk set': {
      en: 'Changes the settings of a trunk; current calls keep the old ones.',
      fr: 'Modifie les réglages d’un trunk ; les appels en cours gardent les anciens.',
    },
    'trunk pause': {
      en: 'Pauses a trunk: no calls are accepted from it or sent to it.',
      fr: 'Met un trunk en pause : aucun appel n’en est accepté ni n’y est envoyé.',
    },
    'trunk resume': { en: 'Resumes a trunk.', fr: 'Reprend un trunk.' },
    'trunk remove': {
      en: 'Removes a trunk; current calls continue.',
      fr: 'Retire un trunk ; les appels en cours continuent.',
    },
    'trunk trace start': {
      en: 'Starts a trace: records the SIP messages of a trunk for a while, without credentials.',
      fr: 'Démarre une trace : enregistre un moment les messages SIP d’un trunk, sans identifiants.',
    },
    'trunk trace stop': {
      en: 'Stops a trace; recorded messages can still be shown.',
      fr: 'Arrête une trace ; les messages enregistrés restent lisibles.',
    },
    'trunk trace show': {
      en: 'Shows the newest messages of a trace, oldest first.',
      fr: 'Montre les messages les plus récents d’une trace, du plus ancien au plus récent.',
    },
  },
  fields: {
    name: { shape: 'NAME', says: 'What the trunk is called here.' },
    minutes: { shape: 'COUNT', says: 'For so long.' },
    limit: { shape: 'COUNT', says: 'Maximum number of entries.' },
    password: { shape: 'PASSWORD', says: 'The password with which we sign in there' },
    authInPassword: { shape: 'PASSWORD', says: 'The password with which it signs in here' },
    inbound: { shape: 'SWITCH', says: 'Calls come from it.' },
    outbound: { shape: 'SWITCH', says: 'Calls go to it.' },
    transport: { shape: 'NAME', says: 'udp, tcp or tls.' },
    host: { shape: 'HOST', says: 'Where calls go to.' },
    port: { shape: 'PORT', says: 'Its port; none asks the DNS.' },
    certificates: {
      shape: 'SHA256',
      says: 'With TLS, the carrier must present one of these certificates, or one signed by them.',
    },
    sources: { shape: 'NETWORKS', says: 'Where its calls come from.' },
    authInUser: { shape: 'NAME', says: 'As whom it must sign in to call us.' },
    numberFrom: {
      shape: 'PLACE',
      says: 'Where to read the dialled number: ruri, to, p-called-party-id or header:NAME.',
    },
    stripPrefix: { shape: 'DIGITS', says: 'Taken off a dialled number.' },
    addPrefix: { shape: 'DIGITS', says: 'Put before a dialled number.' },
    homeCountry: { shape: 'CODE', says: 'Whose numbers it may give in national form.' },
    authUser: { shape: 'NAME', says: 'As whom we sign in there.' },
    register: { shape: 'SWITCH', says: 'We register there.' },
    from: { shape: 'WHO', says: 'Whose number stands in From: caller, or did for ours.' },
    pai: { shape: 'WHO', says: 'Whose stands in P-Asserted-Identity: caller, did or none.' },
    diversion: {
      shape: 'HOW',
      says: 'Diversion header: stack adds one, propagate passes it on, none.',
    },
    trustedIdentity: {
      shape: 'SWITCH',
      says: 'Trusts its P-Asserted-Identity, and shows it the numbers of private callers.',
    },
    numberForm: {
      shape: 'FORM',
      says: 'Number format towards the trunk: plus (+33…), digits (33…) or zeros (0033…).',
    },
    media: {
      shape: 'WAY',
      says: 'relay sends audio through Parley, bypass directly between the two ends, redirect answers calls with 302 for a proxy.',
    },
    mediaSources: {
      shape: 'NETWORKS',
      says: 'Networks from which its audio may come, besides its sources.',
    },
    symmetric: { shape: 'SWITCH', says: 'Audio goes back to where it comes from.' },
    prefixes: { shape: 'DIGITS', says: 'Which numbers go there; none is all.' },
    priority: { shape: 'RANK', says: 'The lower goes first among trunks that fit alike.' },
    weight: { shape: 'SHARE', says: 'Its share among trunks of one priority.' },
    maxCalls: { shape: 'COUNT', says: 'Calls at a time; none is any number.' },
    maxCps: { shape: 'PER_SECOND', says: 'New calls a second; beyond them it hears 503.' },
    optionsPing: {
      shape: 'SWITCH',
      says: 'Sends OPTIONS every 30 s; without an answer, the trunk is used last.',
    },
  },
  refusals: {
    'trunk is there': {
      kind: 'conflict',
      en: 'Trunk {trunk} already exists.',
      fr: 'Le trunk {trunk} existe déjà.',
      fix: {
        en: 'Choose another name, or change the existing one.',
        fr: 'Choisissez un autre nom, ou modifiez celui qui existe.',
      },
    },
    'trunk is unknown': {
      kind: 'unknown',
      en: 'Trunk {trunk} does not exist.',
      fr: 'Le trunk {trunk} n’existe pas.',
      fix: {
        en: '`parley trunk list` lists the existing ones.',
        fr: '`parley trunk list` liste ceux qui existent.',
      },
    },
    'trunk is built in': {
      kind: 'conflict',
      en: '{trunk} is built in: the server configures it at each start. PARLEY_SIMULATOR=off turns it off.',
      fr: '{trunk} est intégré : le serveur le configure à chaque démarrage. PARLEY_SIMULATOR=off le désactive.',
      fix: {
        en: 'To turn it off, start the server with PARLEY_SIMULATOR=off.',
        fr: 'Pour le désactiver, démarrez le serveur avec PARLEY_SIMULATOR=off.',
      },
    },
    'trunk would not change': {
      kind: 'invalid',
      en: 'Give at least one setting, such as {.maxCalls} 20.',
      fr: 'Indiquez au moins un réglage, par exemple {.maxCalls} 20.',
      fix: { en: 'Give at least one setting.', fr: 'Indiquez au moins un réglage.' },
    },
    'trunk has no source': {
      kind: 'invalid',
      en: 'A trunk for incoming calls requires {.sources} or {.register}.',
      fr: 'Un trunk pour les appels entrants exige {.sources} ou {.register}.',
      fix: {
        en: 'Give its networks, or enable registration.',
        fr: 'Indiquez ses réseaux, ou activez l’enregistrement.',
      },
    },
    'trunk has no host': {
      kind: 'invalid',
      en: 'A trunk for outgoing calls requires {.host}.',
      fr: 'Un trunk pour les appels sortants exige {.host}.',
      fix: {
        en: 'Give its host, or disable outgoing calls.',
        fr: 'Indiquez son hôte, ou désactivez les appels sortants.',
      },
    },
    'trunk has no user to register': {
      kind: 'invalid',
      en: 'Registration requires {.authUser}, the user name at the carrier.',
      fr: 'L’enregistrement exige {.authUser}, le nom d’utilisateur chez l’opérateur.',
      fix: {
        en: 'Give the user name, or disable registration.',
        fr: 'Indiquez le nom d’utilisateur, ou désactivez l’enregistrement.',
      },
    },
    'certificates need TLS': {
      kind: 'invalid',
      en: 'Certificates require TLS: {.transport} is not tls.',
      fr: 'Les certificats exigent TLS : {.transport} n’est pas tls.',
      fix: {
        en: 'Choose the transport tls, or remove the certificates.',
        fr: 'Choisissez le transport tls, ou retirez les certificats.',
      },
    },
    'TLS to an address needs a port': {
      kind: 'invalid',
      en: 'TLS to an IP address requires {.port}.',
      fr: 'TLS vers une adresse IP exige {.port}.',
      fix: { en: 'Give the port, or a host name.', fr: 'Indiquez le port, ou un nom d’hôte.' },
    },
    'source is another trunk’s': {
      kind: 'invalid',
      en: '{source} is already a source of {trunk}.',
      fr: '{source} est déjà une source de {trunk}.',
      fix: {
        en: 'Use another network, or remove it from the other trunk.',
        fr: 'Utilisez un autre réseau, ou retirez-le de l’autre trunk.',
      },
    },
  },
} as const satisfies NounWords;
