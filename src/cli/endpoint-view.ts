/** Endpoints, attempts and replays as commands show them. No secret, no value of a header. */
import { type Endpoint, liveSecrets, secretToShow } from '#webhooks/endpoint.ts';
import type { FieldRefusal } from '#webhooks/management/endpoint-rules.ts';
import type { LoggedAttempt } from '#webhooks/management/endpoint-store.ts';
import { fields, formatTime, table } from './text-table.ts';

export function endpointsText(endpoints: readonly Endpoint[]): string {
  return table(
    ['id', 'account', 'source', 'state', 'events', 'order', 'URL'],
    endpoints.map((endpoint) => [
      String(endpoint.id),
      String(endpoint.accountId),
      endpoint.source,
      endpoint.state,
      eventsText(endpoint),
      endpoint.settings.ordering,
      endpoint.url,
    ]),
  );
}

export function endpointText(endpoint: Endpoint, nowMs: number): string {
  const { settings, state, reason } = endpoint;
  return fields([
    ['endpoint', String(endpoint.id)],
    ['account', String(endpoint.accountId)],
    ['source', endpoint.source],
    ['URL', endpoint.url],
    [
      'state',
      `${state}${reason === '' ? '' : `: ${reason}`}, since ${formatTime(endpoint.stateSinceMs)}`,
    ],
    ['events', eventsText(endpoint)],
    ['at once', String(settings.inFlightMax)],
    ['a second', settings.ratePerS === null ? 'no limit' : String(settings.ratePerS)],
    ['order', settings.ordering],
    ['time-out', `${settings.timeoutMs} ms`],
    ['schedule', settings.scheduleS.length === 0 ? 'usual' : `${settings.scheduleS.join(', ')} s`],
    ['headers', settings.sealedHeaders === '' ? 'none' : 'set'],
    ['authority', settings.ca === '' ? 'those of the machine' : 'one of its own'],
    ['certificate', settings.certificate === '' ? 'none' : 'set'],
    ['given up', settings.autoDisable ? 'after five days' : 'never'],
    ['secrets', secretsText(endpoint, nowMs)],
    ['created', formatTime(endpoint.createdAtMs)],
  ]);
}

export function endpointJson(endpoint: Endpoint, nowMs: number): object {
  const { settings, secrets, id, accountId, source, url, state, reason, events } = endpoint;
  const { sealedHeaders, ca, certificate, sealedKey, sealedSigningKey, ...plain } = settings;
  const set = {
    headers: sealedHeaders !== '',
    ca: ca !== '',
    certificate: certificate !== '' && sealedKey !== '',
    signingKey: sealedSigningKey !== '',
  };
  const live = liveSecrets({ secrets }, nowMs).map(({ madeAtMs, untilMs }) => ({
    madeAtMs,
    untilMs,
  }));
  const who = { id, accountId, source, url, state, reason, events };
  return { ...who, ...plain, ...set, secrets: live };
}

export function attemptsText(attempts: readonly LoggedAttempt[]): string {
  return table(
    ['at', 'event', 'endpoint', 'try', 'outcome', 'status', 'ms', 'address', 'error'],
    attempts.map((attempt) => [
      formatTime(attempt.atMs),
      String(attempt.eventId),
      String(attempt.endpointId),
      String(attempt.n),
      attempt.outcome,
      attempt.status === 0 ? '-' : String(attempt.status),
      String(attempt.durationMs),
      attempt.ip === '' ? '-' : attempt.ip,
      attempt.error,
    ]),
  );
}

/** One sentence of all that is wrong. */
export function refusalText(refusals: readonly FieldRefusal[]): string {
  return refusals.map(({ field, reason }) => `${field} ${reason}`).join('; ');
}

function eventsText({ events }: Endpoint): string {
  return events.length === 0 ? 'all' : events.join(',');
}

function secretsText(endpoint: Endpoint, nowMs: number): string {
  const unseen = secretToShow(endpoint) === undefined ? '' : ', not shown yet (endpoint secret)';
  const told = liveSecrets(endpoint, nowMs)
    .map(({ madeAtMs, untilMs }) => {
      const end = untilMs === null ? '' : ` until ${formatTime(untilMs)}`;
      return `of ${formatTime(madeAtMs)}${end}`;
    })
    .join('; ');
  return `${told}${unseen}`;
}
