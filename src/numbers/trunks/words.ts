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
      en: 'Adds a carrier of calls; a running server uses it at once.',
      fr: 'Ajoute un opérateur d’appels ; un serveur en marche l’emploie aussitôt.',
    },
    'trunk list': {
      en: 'Lists the trunks, and how each does.',
      fr: 'Liste les liaisons, et l’état de chacune.',
    },
    'trunk show': {
      en: 'Shows a trunk with all its settings.',
      fr: 'Montre une liaison avec tous ses réglages.',
    },
    'trunk set': {
      en: 'Changes settings of a trunk; calls that go on keep theirs.',
      fr: 'Change des réglages d’une liaison ; les appels en cours gardent les leurs.',
    },
    'trunk pause': {
      en: 'Neither takes calls from a trunk nor makes them.',
      fr: 'Ne prend ni ne passe plus d’appels par une liaison.',
    },
    'trunk resume': { en: 'Uses a trunk again.', fr: 'Emploie de nouveau une liaison.' },
    'trunk remove': {
      en: 'Removes a trunk; calls that go on are not cut.',
      fr: 'Retire une liaison ; les appels en cours ne sont pas coupés.',
    },
    'trunk trace start': {
      en: 'Keeps the SIP messages of a trunk for a while, without credentials.',
      fr: 'Garde un moment les messages SIP d’une liaison, sans identifiants.',
    },
    'trunk trace stop': {
      en: 'Ends a trace; what was kept can still be shown.',
      fr: 'Met fin à un suivi ; ce qui a été gardé reste lisible.',
    },
    'trunk trace show': {
      en: 'Shows the newest messages of a trace, the last one last.',
      fr: 'Montre les messages les plus récents d’un suivi, le dernier à la fin.',
    },
  },
  fields: {
    name: { shape: 'NAME', says: 'What the trunk is called here.' },
    minutes: { shape: 'COUNT', says: 'For so long.' },
    limit: { shape: 'COUNT', says: 'So many of them.' },
    password: { shape: 'PASSWORD', says: 'The password with which we sign in there' },
    authInPassword: { shape: 'PASSWORD', says: 'The password with which it signs in here' },
    inbound: { shape: 'SWITCH', says: 'Calls come from it.' },
    outbound: { shape: 'SWITCH', says: 'Calls go to it.' },
    transport: { shape: 'NAME', says: 'udp, tcp or tls.' },
    host: { shape: 'HOST', says: 'Where calls go to.' },
    port: { shape: 'PORT', says: 'Its port; none asks the DNS.' },
    certificates: {
      shape: 'SHA256',
      says: 'By TLS it must show one of these certificates, or one that they have signed.',
    },
    sources: { shape: 'NETWORKS', says: 'Where its calls come from.' },
    authInUser: { shape: 'NAME', says: 'As whom it must sign in to call us.' },
    numberFrom: {
      shape: 'PLACE',
      says: 'Where the dialled number stands: ruri, to, p-called-party-id or header:NAME.',
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
      says: 'Diversion: stack puts ours on top, propagate passes theirs on, none.',
    },
    trustedIdentity: {
      shape: 'SWITCH',
      says: 'Its P-Asserted-Identity is believed, and private callers are shown to it.',
    },
    numberForm: {
      shape: 'FORM',
      says: 'How numbers are written to it: plus (+33…), digits (33…) or zeros (0033…).',
    },
    media: {
      shape: 'WAY',
      says: 'relay sends audio through us, bypass leaves it to the two ends, redirect answers its calls 302 for a proxy to lead on.',
    },
    mediaSources: {
      shape: 'NETWORKS',
      says: 'Where its audio may come from, besides its sources.',
    },
    symmetric: { shape: 'SWITCH', says: 'Audio goes back to where it comes from.' },
    prefixes: { shape: 'DIGITS', says: 'Which numbers go there; none is all.' },
    priority: { shape: 'RANK', says: 'The lower goes first among trunks that fit alike.' },
    weight: { shape: 'SHARE', says: 'Its share among trunks of one priority.' },
    maxCalls: { shape: 'COUNT', says: 'Calls at a time; none is any number.' },
    maxCps: { shape: 'PER_SECOND', says: 'New calls a second; beyond them it hears 503.' },
    optionsPing: {
      shape: 'SWITCH',
      says: 'It is asked OPTIONS every 30 s, and without an answer calls go to it last.',
    },
  },
  refusals: {
    'trunk is there': {
      kind: 'conflict',
      en: 'There is a trunk {trunk} already.',
      fr: 'Il y a déjà une liaison {trunk}.',
      fix: {
        en: 'Choose another name, or change the one that is there.',
        fr: 'Choisissez un autre nom, ou modifiez ce qui porte celui-ci.',
      },
    },
    'trunk is unknown': {
      kind: 'unknown',
      en: 'There is no trunk {trunk}.',
      fr: 'Il n’y a pas de liaison {trunk}.',
      fix: {
        en: '`parley trunk list` names those that are there.',
        fr: '`parley trunk list` nomme celles qui sont là.',
      },
    },
    'trunk is built in': {
      kind: 'conflict',
      en: '{trunk} is built in: the server sets it at each start, and PARLEY_SIMULATOR=off switches it off.',
      fr: '{trunk} est intégrée : le serveur la règle à chaque démarrage, et PARLEY_SIMULATOR=off la désactive.',
      fix: {
        en: 'Start with PARLEY_SIMULATOR=off to be without it.',
        fr: 'Démarrez avec PARLEY_SIMULATOR=off pour vous en passer.',
      },
    },
    'trunk would not change': {
      kind: 'invalid',
      en: 'Say what to change, such as {.maxCalls} 20.',
      fr: 'Dites quoi changer, par exemple {.maxCalls} 20.',
      fix: { en: 'Name a setting.', fr: 'Nommez un réglage.' },
    },
    'trunk has no source': {
      kind: 'invalid',
      en: 'A trunk that calls come from needs {.sources}, or {.register}.',
      fr: 'Une liaison d’où viennent des appels demande {.sources}, ou {.register}.',
      fix: {
        en: 'Name its networks, or let it register.',
        fr: 'Nommez ses réseaux, ou faites-la s’enregistrer.',
      },
    },
    'trunk has no host': {
      kind: 'invalid',
      en: 'A trunk that calls go to needs a {.host}.',
      fr: 'Une liaison où vont des appels demande {.host}.',
      fix: {
        en: 'Name its host, or let no calls go to it.',
        fr: 'Nommez son hôte, ou n’y faites partir aucun appel.',
      },
    },
    'trunk has no user to register': {
      kind: 'invalid',
      en: 'To register there it needs {.authUser}, the user as whom we sign in.',
      fr: 'Pour s’y enregistrer, il faut {.authUser}, l’utilisateur sous lequel nous nous identifions.',
      fix: {
        en: 'Name the user, or do not register.',
        fr: 'Nommez l’utilisateur, ou n’enregistrez pas.',
      },
    },
    'certificates need TLS': {
      kind: 'invalid',
      en: 'Certificates are shown by TLS alone: {.transport} is not tls.',
      fr: 'Les certificats ne se montrent qu’en TLS : {.transport} n’est pas tls.',
      fix: {
        en: 'Choose the transport tls, or name no certificates.',
        fr: 'Choisissez le transport tls, ou ne nommez pas de certificat.',
      },
    },
    'TLS to an address needs a port': {
      kind: 'invalid',
      en: 'TLS to an address instead of a name needs a {.port}.',
      fr: 'Le TLS vers une adresse au lieu d’un nom demande {.port}.',
      fix: {
        en: 'Name the port, or a host name.',
        fr: 'Nommez le port, ou un nom d’hôte.',
      },
    },
    'source is another trunk’s': {
      kind: 'invalid',
      en: '{source} is a source of {trunk} already.',
      fr: '{source} est déjà une source de {trunk}.',
      fix: {
        en: 'Name another network, or take it from the other trunk.',
        fr: 'Nommez un autre réseau, ou retirez-le de l’autre liaison.',
      },
    },
  },
} as const satisfies NounWords;
