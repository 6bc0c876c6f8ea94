/** Webhook endpoints, their log, and replays. */
import type { ErrorReply } from './error-reply.ts';

export const webhookErrors = {
  'endpoint URL is missing': {
    code: 2,
    status: 400,
    en: 'The URL of the endpoint is required.',
    fr: 'L’URL du point de terminaison est obligatoire.',
    fix: { en: 'Send url.', fr: 'Envoyez url.' },
  },
  'endpoint id is missing': {
    code: 3,
    status: 400,
    en: 'The id of the endpoint is required.',
    fr: 'L’identifiant du point de terminaison est obligatoire.',
    fix: {
      en: 'Send id, as returned by webhook/list.',
      fr: 'Envoyez id, tel que le renvoie webhook/list.',
    },
  },
  'endpoint is unknown': {
    code: 4,
    status: 404,
    en: 'The endpoint does not exist.',
    fr: 'Le point de terminaison n’existe pas.',
    fix: {
      en: 'Look up the id with webhook/list.',
      fr: 'Cherchez l’identifiant avec webhook/list.',
    },
  },
  'endpoint field is refused': {
    code: 9,
    status: 400,
    en: '{name} {reason}.',
    fr: '{name} est refusé : {reason}.',
    fix: {
      en: 'Correct the field according to the reason.',
      fr: 'Corrigez le champ selon la raison donnée.',
    },
  },
  'too many endpoints': {
    code: 50,
    status: 400,
    en: 'An account can have at most {max} endpoints of this kind.',
    fr: 'Un compte peut avoir au plus {max} points de terminaison de ce genre.',
    fix: { en: 'Remove an unused endpoint.', fr: 'Supprimez un point de terminaison inutilisé.' },
  },
  'endpoint is held': {
    code: 5,
    status: 409,
    en: 'The endpoint is already paused or disabled.',
    fr: 'Le point de terminaison est déjà en pause ou désactivé.',
    fix: {
      en: 'No action is needed. To resume deliveries, use webhook/resume.',
      fr: 'Aucune action n’est nécessaire. Pour reprendre les envois, utilisez webhook/resume.',
    },
  },
  'endpoint is active': {
    code: 6,
    status: 409,
    en: 'The endpoint is already active.',
    fr: 'Le point de terminaison est déjà actif.',
    fix: { en: 'No action is needed.', fr: 'Aucune action n’est nécessaire.' },
  },
  'too many secrets': {
    code: 7,
    status: 409,
    en: 'The endpoint already has {max} active secrets. Revoke the old ones first.',
    fr: 'Le point de terminaison a déjà {max} secrets actifs. Révoquez d’abord les anciens.',
    fix: {
      en: 'Revoke the old ones with webhook/revoke.',
      fr: 'Révoquez les anciens avec webhook/revoke.',
    },
  },
  'endpoint was changed meanwhile': {
    code: 8,
    status: 409,
    en: 'Somebody else has just changed the endpoint. Read it again before you change it.',
    fr: 'Quelqu’un d’autre vient de modifier le point de terminaison. Relisez-le avant de le modifier.',
    fix: {
      en: 'Read the endpoint, then repeat the change.',
      fr: 'Lisez le point de terminaison, puis répétez la modification.',
    },
  },
  'secret was shown': {
    code: 6,
    status: 409,
    en: 'The secret of this endpoint was already shown. It is shown only once: webhook/rotate makes a new one.',
    fr: 'Le secret de ce point de terminaison a déjà été montré. Il n’est montré qu’une fois : webhook/rotate en crée un nouveau.',
    fix: {
      en: 'Create a new secret with webhook/rotate.',
      fr: 'Créez un nouveau secret avec webhook/rotate.',
    },
  },
  'no URL of a request': {
    code: 4,
    status: 404,
    en: 'No request of the account has used a webhook URL yet.',
    fr: 'Aucune requête du compte n’a encore utilisé d’URL de webhook.',
    fix: {
      en: 'Send a message with webhookUrl first.',
      fr: 'Envoyez d’abord un message avec webhookUrl.',
    },
  },
  'too many tests': {
    code: 429,
    status: 429,
    en: 'An account can send at most 30 test events a minute. Try again later.',
    fr: 'Un compte peut envoyer au plus 30 événements de test par minute. Réessayez plus tard.',
    fix: { en: 'Wait a minute.', fr: 'Attendez une minute.' },
  },
  'nothing to skip': {
    code: 4,
    status: 404,
    en: 'The endpoint has no pending deliveries.',
    fr: 'Le point de terminaison n’a aucun envoi en attente.',
    fix: { en: 'No action is needed.', fr: 'Aucune action n’est nécessaire.' },
  },
  'event is unknown': {
    code: 4,
    status: 404,
    en: 'The event does not exist, or has expired.',
    fr: 'L’événement n’existe pas, ou a expiré.',
    fix: {
      en: 'Look up the id with webhook/events.',
      fr: 'Cherchez l’identifiant avec webhook/events.',
    },
  },
  'event goes nowhere': {
    code: 4,
    status: 404,
    en: 'No endpoint of the account subscribes to this event. Name an endpoint with id.',
    fr: 'Aucun point de terminaison du compte n’est abonné à cet événement. Indiquez-en un avec id.',
    fix: {
      en: 'Name an endpoint with id, or subscribe one to this event type.',
      fr: 'Indiquez un point de terminaison avec id, ou abonnez-en un à ce type d’événement.',
    },
  },
  'replay is under way': {
    code: 12,
    status: 409,
    en: 'A replay to this endpoint is already in progress.',
    fr: 'Un renvoi vers ce point de terminaison est déjà en cours.',
    fix: {
      en: 'Wait until it ends. webhook/replays shows its progress.',
      fr: 'Attendez la fin. webhook/replays montre l’avancement.',
    },
  },
  'replay id is missing': {
    code: 3,
    status: 400,
    en: 'replayId is required.',
    fr: 'replayId est obligatoire.',
    fix: {
      en: 'Send replayId, as returned by webhook/replays.',
      fr: 'Envoyez replayId, tel que le renvoie webhook/replays.',
    },
  },
  'replay is not under way': {
    code: 4,
    status: 404,
    en: 'This replay is not in progress.',
    fr: 'Ce renvoi n’est pas en cours.',
    fix: {
      en: 'Check webhook/replays: it has ended or does not exist.',
      fr: 'Vérifiez webhook/replays : il est terminé ou n’existe pas.',
    },
  },
  'value is not a time': {
    code: 9,
    status: 400,
    en: '{name} must be a number of seconds ago, or a time such as 2030-12-31T10:00:00Z.',
    fr: '{name} doit être un nombre de secondes écoulées, ou une heure telle que 2030-12-31T10:00:00Z.',
    fix: {
      en: 'Send 3600 for an hour ago, or a time that ends in Z.',
      fr: 'Envoyez 3600 pour il y a une heure, ou une heure qui se termine par Z.',
    },
  },
  'value is not a Unix time': {
    code: 9,
    status: 400,
    en: 'Times must be Unix seconds, such as 1795265051, or ISO 8601, such as 2030-01-02T03:04:05Z.',
    fr: 'Les heures doivent être en secondes Unix, comme 1795265051, ou en ISO 8601, comme 2030-01-02T03:04:05Z.',
    fix: {
      en: 'Send the time in one of the two formats.',
      fr: 'Envoyez l’heure dans l’un des deux formats.',
    },
  },
  'time is before 2001': {
    code: 9,
    status: 400,
    en: 'The time is before 2001. Send seconds since 1970, not seconds ago.',
    fr: 'L’heure est avant 2001. Envoyez des secondes depuis 1970, et non des secondes écoulées.',
    fix: {
      en: 'Send the Unix time, such as 1795265051.',
      fr: 'Envoyez l’heure Unix, comme 1795265051.',
    },
  },
  'replay is large': {
    code: 9,
    status: 409,
    en: 'The replay would send more than {max} events again.',
    fr: 'Le renvoi enverrait de nouveau plus de {max} événements.',
    fix: {
      en: 'Get the number with dryRun=1, then repeat the request with confirm=1.',
      fr: 'Obtenez leur nombre avec dryRun=1, puis répétez la requête avec confirm=1.',
    },
  },
  'replay needs a beginning': {
    code: 3,
    status: 400,
    en: 'The replay needs one event (eventId) or a start time (since).',
    fr: 'Le renvoi demande un événement (eventId) ou une heure de début (since).',
    fix: { en: 'Send eventId or since.', fr: 'Envoyez eventId ou since.' },
  },
} satisfies Record<string, ErrorReply>;
