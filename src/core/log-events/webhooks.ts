/** Lines of the log: events on their way to clients. */
import type { LogEvents } from './log-event.ts';

export const webhooksEvents = {
  'webhook.attempted': {
    at: ['debug', 'warn'],
    en: 'An event was posted: `eventId`, `endpointId`, `account`, `n`, `outcome`, `status`, `durationMs`, `bytes`, `origin`; a warning where it was not taken.',
    fr: 'Un événement a été posté : `eventId`, `endpointId`, `account`, `n`, `outcome`, `status`, `durationMs`, `bytes`, `origin` ; un avertissement s’il n’a pas été pris.',
  },
  'webhook.endpoint_in_trouble': {
    at: ['warn'],
    en: 'An endpoint fails: its account’s people are told.',
    fr: 'Un point de terminaison échoue : les personnes de son compte sont prévenues.',
  },
  'webhook.notice_unsaid': {
    at: ['warn'],
    en: 'They could not be told.',
    fr: 'Elles n’ont pu être prévenues.',
  },
  'webhook.endpoint_disabled': {
    at: ['warn'],
    en: 'An endpoint was disabled: `reason`.',
    fr: 'Un point de terminaison a été désactivé : `reason`.',
  },
  'webhook.endpoint_not_disabled': {
    at: ['error'],
    en: 'It could not be disabled.',
    fr: 'Il n’a pu être désactivé.',
  },
  'webhook.endpoint_unreadable': {
    at: ['error'],
    en: 'An endpoint’s row could not be used.',
    fr: 'La ligne d’un point de terminaison est inutilisable.',
  },
  'webhook.lane_unreadable': {
    at: ['warn'],
    en: 'The pending deliveries of an endpoint could not be read; next attempt soon.',
    fr: 'Les envois en attente d’un point de terminaison n’ont pu être lus ; nouvelle tentative sous peu.',
  },
  'webhook.attempts_uncounted': {
    at: ['warn'],
    en: 'Attempts could not be added to the charts of endpoints; next attempt soon.',
    fr: 'Des tentatives n’ont pu être ajoutées aux graphiques des points de terminaison ; nouvelle tentative sous peu.',
  },
  'webhook.lane_states_unsaved': {
    at: ['warn'],
    en: 'How endpoints do could not be stored; next attempt soon.',
    fr: 'L’état des points de terminaison n’a pu être enregistré ; nouvelle tentative sous peu.',
  },
  'webhook.replay_halted': {
    at: ['warn'],
    en: 'A replay could not go on; next attempt soon.',
    fr: 'Un rejeu n’a pu continuer ; nouvelle tentative sous peu.',
  },
  'deliveries.unsettled': {
    at: ['warn'],
    en: 'Results could not be stored; next attempt soon.',
    fr: 'Des résultats n’ont pu être enregistrés ; nouvelle tentative sous peu.',
  },
} as const satisfies LogEvents;
