/** Lines of the log: who comes in, who may not, and what opens the door. */
import type { LogEvents } from './log-event.ts';

export const securityEvents = {
  'security.signed-in': {
    at: ['info'],
    en: 'A user signed in: `user`, `session`, `factors`, `network` (IPv4 /16, IPv6 /32).',
    fr: 'Un utilisateur s’est connecté : `user`, `session`, `factors`, `network` (IPv4 /16, IPv6 /32).',
  },
  'security.sign-in-refused': {
    at: ['info'],
    en: 'A sign-in was refused: `user` if known, the `factor` that was wrong, `network`. `why` is `too many` if attempts were blocked before the factor was checked.',
    fr: 'Une connexion a été refusée : `user` s’il est connu, le `factor` qui était faux, `network`. `why` vaut `too many` si les tentatives ont été bloquées avant la vérification du facteur.',
  },
  'security.confirmed': {
    at: ['info'],
    en: 'A user signed in again for an action that requires a recent sign-in: `network`.',
    fr: 'Un utilisateur s’est reconnecté pour une action qui exige une connexion récente : `network`.',
  },
  'security.password-changed': {
    at: ['info'],
    en: 'A password was changed, or set through a link.',
    fr: 'Un mot de passe a été changé, ou défini par un lien.',
  },
  'security.password-link-made': {
    at: ['info'],
    en: 'A link to set a password was created; `isMailed` says whether it was emailed.',
    fr: 'Un lien pour définir un mot de passe a été créé ; `isMailed` dit s’il a été envoyé par e-mail.',
  },
  'security.address-asked': {
    at: ['info'],
    en: 'A user requested to change their email address; `isMailed` says whether the confirmation link was sent to the new address.',
    fr: 'Un utilisateur a demandé à changer d’adresse e-mail ; `isMailed` dit si le lien de confirmation a été envoyé à la nouvelle adresse.',
  },
  'security.address-changed': {
    at: ['info'],
    en: 'A user confirmed their new email address.',
    fr: 'Un utilisateur a confirmé sa nouvelle adresse e-mail.',
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
    en: 'A recovery code was used instead of a second factor.',
    fr: 'Un code de secours a été utilisé à la place d’un second facteur.',
  },
  'security.key-refused': {
    at: ['warn'],
    en: 'An API key was refused because of its restrictions, or because of where the request carried it: `why`. Once per hour for each key and reason.',
    fr: 'Une clé d’API a été refusée à cause de ses restrictions, ou de l’endroit où la requête la portait : `why`. Une fois par heure pour chaque clé et raison.',
  },
  'security.key-network': {
    at: ['warn'],
    en: 'A live key was used from a network for the first time.',
    fr: 'Une clé réelle a été utilisée depuis un réseau pour la première fois.',
  },
  'security.request-refused': {
    at: ['info'],
    en: 'A dashboard request was refused: from another site, under an unknown host name, beyond the user’s role, in a read-only view of an account, or after too many wrong keys. Fields as in `request.refused`.',
    fr: 'Une requête des pages a été refusée : depuis un autre site, sous un nom d’hôte inconnu, au-delà du rôle de l’utilisateur, dans une consultation de compte en lecture seule, ou après trop de clés fausses. Champs de `request.refused`.',
  },
  'security.parser-refused': {
    at: ['info'],
    en: 'A peer sent data that is not valid HTTP, JSON, XML, SMPP, SIP or SMTP. One line per minute for each kind and network, with `count`.',
    fr: 'Un pair a envoyé des données qui ne sont pas du HTTP, JSON, XML, SMPP, SIP ou SMTP valide. Une ligne par minute pour chaque genre et réseau, avec `count`.',
  },
  'security.tls-failed': {
    at: ['info'],
    en: 'A TLS handshake failed, or a certificate was rejected: `way` is `in` or `out`. One line per minute, with `count`.',
    fr: 'Une négociation TLS a échoué, ou un certificat a été rejeté : `way` vaut `in` ou `out`. Une ligne par minute, avec `count`.',
  },
  'security.audited': {
    at: ['info'],
    en: 'An entry was added to the audit log: `n`, `action`, masked actor and target, `hash`; no details.',
    fr: 'Une entrée a été ajoutée au journal d’audit : `n`, `action`, acteur et cible masqués, `hash` ; sans détails.',
  },
  'security.audit-head': {
    at: ['info'],
    en: 'The last entry of the audit log, at startup and every hour: `n` and `hash`. Keep these lines outside the database to detect a truncated audit log.',
    fr: 'La dernière entrée du journal d’audit, au démarrage et chaque heure : `n` et `hash`. Gardez ces lignes hors de la base pour détecter un journal d’audit tronqué.',
  },
  'security.audit-keyed': {
    at: ['info'],
    en: 'The key of the audit log was created; the chain is keyed from entry `n` on. If this occurs a second time, the first key was removed.',
    fr: 'La clé du journal d’audit a été créée ; la chaîne l’utilise à partir de l’entrée `n`. Si cela se produit une seconde fois, la première clé a été enlevée.',
  },
  'people.mail_failed': {
    at: ['warn'],
    en: 'An email to a user about their account could not be queued.',
    fr: 'Un e-mail à un utilisateur au sujet de son compte n’a pu être mis en file.',
  },
  'people.reset_failed': {
    at: ['warn'],
    en: 'A link for a forgotten password could not be created.',
    fr: 'Un lien pour un mot de passe oublié n’a pu être créé.',
  },
  'people.hash_kept': {
    at: ['warn'],
    en: 'The hash of a correct password could not be updated to the current parameters; the next sign-in tries again.',
    fr: 'L’empreinte d’un mot de passe correct n’a pu être mise à jour aux paramètres actuels ; la prochaine connexion réessaie.',
  },
  'people.tries_not_swept': {
    at: ['warn'],
    en: 'Expired counts of failed sign-ins could not be removed.',
    fr: 'Les compteurs expirés de connexions échouées n’ont pu être supprimés.',
  },
  'secrets.resealed': {
    at: ['info'],
    en: 'Secrets were encrypted with the current sealing key: `rows`.',
    fr: 'Des secrets ont été chiffrés avec la clé de scellement actuelle : `rows`.',
  },
  'secrets.unreadable': {
    at: ['error'],
    en: 'A sealed value cannot be opened: `column`, and the `key` that sealed it.',
    fr: 'Une valeur scellée ne peut être ouverte : `column`, et la clé `key` qui l’a scellée.',
  },
} as const satisfies LogEvents;
