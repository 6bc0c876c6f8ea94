/** What those hear who run the installation. */
import type { ErrorReply } from './error-reply.ts';

export const consoleErrors = {
  'view is for reading': {
    code: 403,
    status: 403,
    en: 'Who sees the account of others only reads: this is left to its people.',
    fr: 'Qui voit le compte d’autrui ne fait que lire : ceci revient à ses membres.',
    fix: {
      en: 'Leave the view, and have somebody of the account do it.',
      fr: 'Quittez la consultation, et laissez faire un membre du compte.',
    },
  },
  'trunk is there': {
    code: 409,
    status: 409,
    en: 'There is a trunk of this name already.',
    fr: 'Il y a déjà une liaison de ce nom.',
    fix: {
      en: 'Choose another name, or change the one that is there.',
      fr: 'Choisissez un autre nom, ou modifiez ce qui porte celui-ci.',
    },
  },
  'trunk has no source': {
    code: 9,
    status: 400,
    en: 'Calls that come in need the networks that they come from, or that we register there.',
    fr: 'Les appels qui arrivent demandent les réseaux d’où ils viennent, ou que nous nous enregistrions là.',
    fix: {
      en: 'Name its networks, or let it register.',
      fr: 'Nommez ses réseaux, ou faites-la s’enregistrer.',
    },
  },
  'trunk has no host': {
    code: 9,
    status: 400,
    en: 'Calls that go out need a host.',
    fr: 'Les appels qui partent demandent un hôte.',
    fix: {
      en: 'Name its host, or let no calls go to it.',
      fr: 'Nommez son hôte, ou n’y faites partir aucun appel.',
    },
  },
  'trunk has no user to register': {
    code: 9,
    status: 400,
    en: 'To register there it needs a user as whom we sign in.',
    fr: 'Pour s’y enregistrer, il faut un utilisateur sous lequel nous nous identifions.',
    fix: {
      en: 'Name the user, or do not register.',
      fr: 'Nommez l’utilisateur, ou n’enregistrez pas.',
    },
  },
  'certificates need TLS': {
    code: 9,
    status: 400,
    en: 'Certificates are shown by TLS alone.',
    fr: 'Les certificats ne se montrent qu’en TLS.',
    fix: {
      en: 'Choose the transport tls, or name no certificates.',
      fr: 'Choisissez le transport tls, ou ne nommez pas de certificat.',
    },
  },
  'TLS to an address needs a port': {
    code: 9,
    status: 400,
    en: 'TLS to an address instead of a name needs a port.',
    fr: 'Le TLS vers une adresse au lieu d’un nom demande un port.',
    fix: {
      en: 'Name the port, or a host name.',
      fr: 'Nommez le port, ou un nom d’hôte.',
    },
  },
  'source is another trunk’s': {
    code: 9,
    status: 400,
    en: '{source} is a source of {trunk} already.',
    fr: '{source} est déjà une source de {trunk}.',
    fix: {
      en: 'Name another network, or take it from the other trunk.',
      fr: 'Nommez un autre réseau, ou retirez-le de l’autre liaison.',
    },
  },
  'trunk is built in': {
    code: 409,
    status: 409,
    en: 'This trunk is built in: the server sets it at each start, and PARLEY_SIMULATOR switches it off.',
    fr: 'Cette liaison est intégrée : le serveur la règle à chaque démarrage, et PARLEY_SIMULATOR la désactive.',
    fix: {
      en: 'Start with PARLEY_SIMULATOR=off to be without it.',
      fr: 'Démarrez avec PARLEY_SIMULATOR=off pour vous en passer.',
    },
  },
  'mail has no way out': {
    code: 409,
    status: 409,
    en: 'PARLEY_MAIL_MODE keeps all mail on this machine: there is no relay and no way to other servers.',
    fr: 'PARLEY_MAIL_MODE retient tout le courrier sur cette machine : il n’y a ni relais ni voie vers d’autres serveurs.',
    fix: {
      en: 'Set PARLEY_MAIL_MODE to relay or direct.',
      fr: 'Réglez PARLEY_MAIL_MODE sur relay ou direct.',
    },
  },
} satisfies Record<string, ErrorReply>;
