/** Lines of the log: who comes in, who may not, and what opens the door. */
import type { LogEvents } from './log-event.ts';

export const securityEvents = {
  'security.signed-in': {
    at: ['info'],
    en: 'Somebody signed in: `user`, `session`, `factors`, and the `network` (IPv4 /16, IPv6 /32) they came from.',
    fr: 'Quelqu’un s’est connecté : `user`, `session`, `factors` et le réseau (`network`, IPv4 /16, IPv6 /32) d’où il venait.',
  },
  'security.sign-in-refused': {
    at: ['info'],
    en: 'A sign-in was refused: `user` where there is one, the `factor` that was wrong, the `network` it came from; `why` is `too many` where the factor was not looked at.',
    fr: 'Une connexion a été refusée : `user` s’il existe, le `factor` qui était faux et le réseau (`network`) d’où elle venait ; `why` vaut `too many` si le facteur n’a pas été examiné.',
  },
  'security.confirmed': {
    at: ['info'],
    en: 'Somebody signed in anew for what asks for it, from `network`.',
    fr: 'Quelqu’un s’est reconnecté pour ce qui l’exige, depuis `network`.',
  },
  'security.password-changed': {
    at: ['info'],
    en: 'A password was changed, or set by a link.',
    fr: 'Un mot de passe a été changé, ou posé par un lien.',
  },
  'security.password-link-made': {
    at: ['info'],
    en: 'A link to set a password was made; `isMailed` says whether it could be sent.',
    fr: 'Un lien pour poser un mot de passe a été créé ; `isMailed` dit s’il a pu être envoyé.',
  },
  'security.address-asked': {
    at: ['info'],
    en: 'Somebody asked to sign in by another address; `isMailed` says whether the link that confirms it could be sent there.',
    fr: 'Quelqu’un a demandé à se connecter avec une autre adresse ; `isMailed` dit si le lien qui la confirme a pu y être envoyé.',
  },
  'security.address-changed': {
    at: ['info'],
    en: 'Somebody’s address was changed: they confirmed the one that they had asked for.',
    fr: 'L’adresse de quelqu’un a été changée : il a confirmé celle qu’il avait demandée.',
  },
  'security.factor-added': {
    at: ['info'],
    en: 'A second factor was added: `code` or `passkey`.',
    fr: 'Un second facteur a été ajouté : `code` ou `passkey`.',
  },
  'security.factor-removed': {
    at: ['info'],
    en: 'A second factor was removed.',
    fr: 'Un second facteur a été retiré.',
  },
  'security.recovery-code-used': {
    at: ['warn'],
    en: 'A recovery code took the place of a second factor.',
    fr: 'Un code de secours a remplacé un second facteur.',
  },
  'security.key-refused': {
    at: ['warn'],
    en: 'A key was refused by its own bounds or its place: `why`. Once an hour for each key and reason.',
    fr: 'Une clé a été refusée par ses propres limites ou par sa place : `why`. Une fois par heure pour chaque clé et raison.',
  },
  'security.key-network': {
    at: ['warn'],
    en: 'A live key was used from a network that is new to it.',
    fr: 'Une clé réelle a servi depuis un réseau nouveau pour elle.',
  },
  'security.request-refused': {
    at: ['info'],
    en: 'Asked from another page, under another host name, beyond a role, in a view, or after too many wrong keys: members as `request.refused`.',
    fr: 'Demandé depuis une autre page, sous un autre nom d’hôte, au-delà d’un rôle, dans une vue, ou après trop de clés fausses : membres de `request.refused`.',
  },
  'security.parser-refused': {
    at: ['info'],
    en: 'A peer sent what is no HTTP, JSON, XML, SMPP, SIP or SMTP: one line a minute for a kind and a network, with `count`.',
    fr: 'Un pair a envoyé ce qui n’est ni HTTP, ni JSON, ni XML, ni SMPP, ni SIP, ni SMTP : une ligne par minute pour un genre et un réseau, avec `count`.',
  },
  'security.tls-failed': {
    at: ['info'],
    en: 'TLS did not come about, or a certificate was refused: `way` is `in` or `out`; counted alike.',
    fr: 'TLS n’a pas abouti, ou un certificat a été refusé : `way` vaut `in` ou `out` ; compté de même.',
  },
  'security.audited': {
    at: ['info'],
    en: 'A row of the audit: `n`, `action`, masked actor and target, `hash`, no details.',
    fr: 'Une ligne du journal d’audit : `n`, `action`, acteur et cible masqués, `hash`, sans détails.',
  },
  'security.audit-head': {
    at: ['info'],
    en: 'Where the audit ends, at each start and each hour: `n` and `hash` of its last row, to be kept outside the database.',
    fr: 'Où finit le journal d’audit, à chaque démarrage et chaque heure : `n` et `hash` de sa dernière ligne, à garder hors de la base.',
  },
  'security.audit-keyed': {
    at: ['info'],
    en: 'The key of the audit was made; from row `n` on its chain is made with it. A second time means that the first key was taken away.',
    fr: 'La clé du journal d’audit a été créée ; dès la ligne `n` la chaîne est faite avec elle. Une seconde fois veut dire que la première clé a été enlevée.',
  },
  'people.mail_failed': {
    at: ['warn'],
    en: 'A mail to a person about their account could not be handed over.',
    fr: 'Un e-mail à une personne sur son compte n’a pu être confié.',
  },
  'people.reset_failed': {
    at: ['warn'],
    en: 'A link for a forgotten password could not be made.',
    fr: 'Un lien pour un mot de passe oublié n’a pu être créé.',
  },
  'people.hash_kept': {
    at: ['warn'],
    en: 'A right password could not be hashed anew; the next sign-in tries again.',
    fr: 'L’empreinte d’un mot de passe juste n’a pu être refaite ; la prochaine connexion réessaie.',
  },
  'people.tries_not_swept': {
    at: ['warn'],
    en: 'Counts of wrong sign-ins that are over could not be dropped.',
    fr: 'Les comptes échus de connexions fausses n’ont pu être jetés.',
  },
  'secrets.resealed': {
    at: ['info'],
    en: 'So many `rows` were sealed with the key in use.',
    fr: 'Tant de `rows` ont été scellées avec la clé en usage.',
  },
  'secrets.unreadable': {
    at: ['error'],
    en: 'A sealed value cannot be opened: `column`, and by which `key` it was sealed.',
    fr: 'Une valeur scellée ne peut être ouverte : `column`, et la `key` qui l’a scellée.',
  },
} as const satisfies LogEvents;
