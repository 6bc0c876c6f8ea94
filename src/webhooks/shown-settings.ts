/** The settings of deliveries as all interfaces show them: of what is secret no more than that it is there. */
import type { DeliverySettings } from './endpoint.ts';

export function shownSettings(settings: DeliverySettings) {
  return {
    maxInFlight: settings.inFlightMax,
    ratePerSecond: settings.ratePerS,
    ordering: settings.ordering,
    timeoutMs: settings.timeoutMs,
    schedule: [...settings.scheduleS],
    headers: settings.sealedHeaders !== '',
    ca: settings.ca !== '',
    certificate: settings.certificate !== '',
    autoDisable: settings.autoDisable,
  };
}
