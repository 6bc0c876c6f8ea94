/** Webhook endpoints, their log, and replays. */
import type { ErrorReply } from './error-reply.ts';

export const webhookErrors = {
  'endpoint URL is missing': {
    code: 2,
    status: 400,
    en: 'The URL of the endpoint is required.',
    fr: 'L’URL du point de terminaison est obligatoire.',
    fix: {
      en: 'Give url.',
      fr: 'Donnez url.',
    },
  },
  'endpoint id is missing': {
    code: 3,
    status: 400,
    en: 'The id of the endpoint is required.',
    fr: 'L’identifiant du point de terminaison est obligatoire.',
    fix: {
      en: 'Give id, as webhook/list tells it.',
      fr: 'Donnez id, tel que le rapporte webhook/list.',
    },
  },
  'endpoint is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such endpoint.',
    fr: 'Il n’y a pas de tel point de terminaison.',
    fix: {
      en: 'Look the id up with webhook/list.',
      fr: 'Cherchez l’identifiant avec webhook/list.',
    },
  },
  'endpoint field is refused': {
    code: 9,
    status: 400,
    en: '{name} {reason}.',
    fr: '{name} est refusé : {reason}.',
    fix: {
      en: 'Correct the field as the reason says.',
      fr: 'Corrigez le champ selon la raison donnée.',
    },
  },
  'too many endpoints': {
    code: 50,
    status: 400,
    en: 'An account has {max} such endpoints at most.',
    fr: 'Un compte a {max} points de terminaison de cette sorte au plus.',
    fix: {
      en: 'Remove an endpoint that nobody needs.',
      fr: 'Supprimez un point de terminaison inutile.',
    },
  },
  'endpoint is held': {
    code: 5,
    status: 409,
    en: 'The endpoint is paused or disabled already.',
    fr: 'Le point de terminaison est déjà suspendu ou désactivé.',
    fix: {
      en: 'Nothing is to do; webhook/resume makes it go on.',
      fr: 'Il n’y a rien à faire ; webhook/resume le fait reprendre.',
    },
  },
  'endpoint is active': {
    code: 6,
    status: 409,
    en: 'The endpoint is active already.',
    fr: 'Le point de terminaison est déjà actif.',
    fix: {
      en: 'Nothing is to do.',
      fr: 'Il n’y a rien à faire.',
    },
  },
  'too many secrets': {
    code: 7,
    status: 409,
    en: 'The endpoint has {max} secrets that sign. Revoke the old ones first.',
    fr: 'Le point de terminaison a {max} secrets qui signent. Révoquez d’abord les anciens.',
    fix: {
      en: 'End the old ones with webhook/revoke.',
      fr: 'Mettez fin aux anciens avec webhook/revoke.',
    },
  },
  'endpoint was changed meanwhile': {
    code: 8,
    status: 409,
    en: 'Somebody else changed the endpoint just now. Look at it, and try again.',
    fr: 'Quelqu’un d’autre vient de changer le point de terminaison. Regardez-le et réessayez.',
    fix: {
      en: 'Read it anew, then change it once more.',
      fr: 'Relisez-le, puis modifiez-le de nouveau.',
    },
  },
  'secret was shown': {
    code: 6,
    status: 409,
    en: 'The secret of this endpoint has been shown, which happens once; webhook/rotate makes another.',
    fr: 'Le secret de ce point de terminaison a été montré, ce qui n’arrive qu’une fois ; webhook/rotate en crée un autre.',
    fix: {
      en: 'Make a new one with webhook/rotate.',
      fr: 'Créez-en un nouveau avec webhook/rotate.',
    },
  },
  'no URL of a request': {
    code: 4,
    status: 404,
    en: 'No request of the account has named a URL yet.',
    fr: 'Aucune requête du compte n’a encore indiqué d’URL.',
    fix: {
      en: 'Send with webhookUrl first.',
      fr: 'Envoyez d’abord avec webhookUrl.',
    },
  },
  'too many tests': {
    code: 429,
    status: 429,
    en: 'An account may have 30 test events posted a minute. Try again later.',
    fr: 'Un compte peut faire envoyer 30 événements d’essai par minute. Réessayez plus tard.',
    fix: {
      en: 'Wait a minute.',
      fr: 'Attendez une minute.',
    },
  },
  'nothing to skip': {
    code: 4,
    status: 404,
    en: 'The endpoint is owed nothing.',
    fr: 'Rien n’est dû au point de terminaison.',
    fix: {
      en: 'Nothing is to do.',
      fr: 'Il n’y a rien à faire.',
    },
  },
  'event is unknown': {
    code: 4,
    status: 404,
    en: 'There is no such event, or it is kept no more.',
    fr: 'Cet événement n’existe pas, ou n’est plus conservé.',
    fix: {
      en: 'Look the id up with webhook/events.',
      fr: 'Cherchez l’identifiant avec webhook/events.',
    },
  },
  'event goes nowhere': {
    code: 4,
    status: 404,
    en: 'No endpoint of the account takes this event. Name one with id.',
    fr: 'Aucun point de terminaison du compte ne prend cet événement. Nommez-en un avec id.',
    fix: {
      en: 'Name an endpoint with id, or have one take this kind.',
      fr: 'Nommez un point de terminaison par id, ou faites-lui prendre cette sorte.',
    },
  },
  'replay is under way': {
    code: 12,
    status: 409,
    en: 'A replay to this endpoint is under way already.',
    fr: 'Un renvoi vers ce point de terminaison est déjà en cours.',
    fix: {
      en: 'Wait for its end, which webhook/replays tells.',
      fr: 'Attendez sa fin, que rapporte webhook/replays.',
    },
  },
  'replay id is missing': {
    code: 3,
    status: 400,
    en: 'replayId is required: webhook/replays lists them.',
    fr: 'replayId est obligatoire : webhook/replays en donne la liste.',
    fix: {
      en: 'Give replayId.',
      fr: 'Donnez replayId.',
    },
  },
  'replay is not under way': {
    code: 4,
    status: 404,
    en: 'No such replay is under way.',
    fr: 'Aucun renvoi de ce numéro n’est en cours.',
    fix: {
      en: 'Look at webhook/replays: it has ended.',
      fr: 'Regardez webhook/replays : il est terminé.',
    },
  },
  'value is not a time': {
    code: 9,
    status: 400,
    en: '{name} must be seconds ago, or an instant such as 2030-12-31T10:00:00Z.',
    fr: '{name} doit être un nombre de secondes passées, ou un instant tel que 2030-12-31T10:00:00Z.',
    fix: {
      en: 'Write 3600 for an hour ago, or an instant with its Z.',
      fr: 'Écrivez 3600 pour il y a une heure, ou un instant avec son Z.',
    },
  },
  'value is not a Unix time': {
    code: 9,
    status: 400,
    en: 'A time is written in Unix seconds, such as 1795265051, or as 2030-01-02T03:04:05Z.',
    fr: 'Un instant s’écrit en secondes Unix, comme 1795265051, ou comme 2030-01-02T03:04:05Z.',
    fix: {
      en: 'Write it in one of the two ways.',
      fr: 'Écrivez-le de l’une des deux façons.',
    },
  },
  'time is before 2001': {
    code: 9,
    status: 400,
    en: 'The time is before 2001: it is counted in seconds since 1970, not in seconds ago.',
    fr: 'L’instant est avant 2001 : il se compte en secondes depuis 1970, non en secondes écoulées.',
    fix: {
      en: 'Give the Unix time, such as 1795265051.',
      fr: 'Donnez le temps Unix, comme 1795265051.',
    },
  },
  'replay is large': {
    code: 9,
    status: 409,
    en: 'The replay would post more than {max} events once more.',
    fr: 'Le renvoi enverrait de nouveau plus de {max} événements.',
    fix: {
      en: 'Ask with dryRun=1 how many they are, then repeat the request with confirm=1.',
      fr: 'Demandez leur nombre avec dryRun=1, puis répétez la requête avec confirm=1.',
    },
  },
  'replay needs a beginning': {
    code: 3,
    status: 400,
    en: 'Name one event by eventId, or the first instant by since.',
    fr: 'Nommez un événement par eventId, ou le premier instant par since.',
    fix: {
      en: 'Give eventId or since.',
      fr: 'Donnez eventId ou since.',
    },
  },
} satisfies Record<string, ErrorReply>;
