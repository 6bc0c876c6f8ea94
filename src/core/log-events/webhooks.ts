/** Lines of the log: events on their way to clients. */
import type { LogEvents } from './log-event.ts';

export const webhooksEvents = {
  'webhook.attempted': {
    at: ['debug', 'warn'],
    en: 'A webhook was sent: `eventId`, `endpointId`, `account`, `n`, `outcome`, `status`, `durationMs`, `bytes`, `origin`. A warning if it was not acknowledged.',
    fr: 'Un webhook a été envoyé : `eventId`, `endpointId`, `account`, `n`, `outcome`, `status`, `durationMs`, `bytes`, `origin`. Un avertissement s’il n’a pas été accepté.',
  },
  'webhook.endpoint_in_trouble': {
    at: ['warn'],
    en: 'A webhook endpoint keeps failing: the members of its account are notified.',
    fr: 'Un point de terminaison ne cesse d’échouer : les membres de son compte sont prévenus.',
  },
  'webhook.notice_unsaid': {
    at: ['warn'],
    en: 'The members of an account could not be notified of a failing webhook endpoint.',
    fr: 'Les membres d’un compte n’ont pu être prévenus d’un point de terminaison en échec.',
  },
  'webhook.endpoint_disabled': {
    at: ['warn'],
    en: 'A webhook endpoint was disabled: `reason`.',
    fr: 'Un point de terminaison a été désactivé : `reason`.',
  },
  'webhook.endpoint_not_disabled': {
    at: ['error'],
    en: 'A webhook endpoint that should be disabled could not be.',
    fr: 'Un point de terminaison à désactiver n’a pu l’être.',
  },
  'webhook.endpoint_unreadable': {
    at: ['error'],
    en: 'The stored settings of a webhook endpoint could not be used.',
    fr: 'Les réglages enregistrés d’un point de terminaison sont inutilisables.',
  },
  'webhook.lane_unreadable': {
    at: ['warn'],
    en: 'The pending deliveries of a webhook endpoint could not be read; next attempt soon.',
    fr: 'Les envois en attente d’un point de terminaison n’ont pu être lus ; nouvelle tentative sous peu.',
  },
  'webhook.attempts_uncounted': {
    at: ['warn'],
    en: 'Attempts could not be added to the charts of webhook endpoints; next attempt soon.',
    fr: 'Des tentatives n’ont pu être ajoutées aux graphiques des points de terminaison ; nouvelle tentative sous peu.',
  },
  'webhook.lane_states_unsaved': {
    at: ['warn'],
    en: 'The state of webhook endpoints could not be stored; next attempt soon.',
    fr: 'L’état des points de terminaison n’a pu être enregistré ; nouvelle tentative sous peu.',
  },
  'webhook.replay_halted': {
    at: ['warn'],
    en: 'A replay was interrupted; next attempt soon.',
    fr: 'Un renvoi a été interrompu ; nouvelle tentative sous peu.',
  },
  'deliveries.unsettled': {
    at: ['warn'],
    en: 'The results of deliveries could not be stored; next attempt soon.',
    fr: 'Les résultats d’envois n’ont pu être enregistrés ; nouvelle tentative sous peu.',
  },
} as const satisfies LogEvents;
