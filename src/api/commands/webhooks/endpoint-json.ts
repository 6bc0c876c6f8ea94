/** Endpoints, attempts and replays as replies tell them: no secret, no value of a header, no key. */
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { FieldValue } from '#api/reply.ts';
import { type Endpoint, type EndpointSecret, liveSecrets } from '#webhooks/endpoint.ts';
import type { LoggedAttempt } from '#webhooks/management/endpoint-store.ts';
import type { Replay } from '#webhooks/management/replay-store.ts';
import { shownSettings } from '#webhooks/shown-settings.ts';

export function endpointToJson(endpoint: Endpoint, nowMs: number): Record<string, FieldValue> {
  const { settings } = endpoint;
  return {
    id: endpoint.id,
    source: endpoint.source,
    url: endpoint.url,
    events: [...endpoint.events],
    state: endpoint.state,
    reason: endpoint.reason,
    since: formatIsoTime(endpoint.stateSinceMs),
    ...shownSettings(settings),
    secrets: secretsToJson(endpoint.secrets, nowMs),
    createdAt: formatIsoTime(endpoint.createdAtMs),
  };
}

/** Newest first; the last one is the oldest that signs. */
export function secretsToJson(secrets: readonly EndpointSecret[], nowMs: number): FieldValue {
  return liveSecrets({ secrets }, nowMs).map(({ madeAtMs, untilMs }) => ({
    createdAt: formatIsoTime(madeAtMs),
    until: untilMs === null ? null : formatIsoTime(untilMs),
  }));
}

export function attemptToJson(attempt: LoggedAttempt): Record<string, FieldValue> {
  const { phases } = attempt;
  const isSent = attempt.url !== '';
  return {
    id: attempt.id,
    eventId: String(attempt.eventId),
    endpointId: attempt.endpointId,
    attempt: attempt.n,
    at: formatIsoTime(attempt.atMs),
    outcome: attempt.outcome,
    status: attempt.status,
    error: attempt.error,
    durationMs: attempt.durationMs,
    phases: {
      resolveMs: phases.resolveMs,
      connectMs: phases.connectMs,
      tlsMs: phases.tlsMs,
      answerMs: phases.answerMs,
    },
    ip: attempt.ip,
    request: isSent ? toRequestJson(attempt) : null,
    response:
      attempt.status === 0 ? null : { head: attempt.responseHead, body: attempt.responseBody },
  };
}

/** The headers that say which attempt it was; the body is the event's. */
function toRequestJson({ url, eventId, atMs, n }: LoggedAttempt): FieldValue {
  return {
    method: 'POST',
    url,
    headers: {
      'webhook-id': `msg_${eventId}`,
      'webhook-timestamp': String(Math.floor(atMs / 1_000)),
      'webhook-attempt': String(n),
    },
  };
}

export function replayToJson(replay: Replay): Record<string, FieldValue> {
  return {
    id: replay.id,
    endpointId: replay.endpointId,
    state: replay.state,
    made: replay.made,
    since: formatIsoTime(replay.fromMs),
    until: formatIsoTime(replay.toMs),
    event: [...replay.kinds],
    outcome: replay.outcome,
    phone: replay.phone,
    createdAt: formatIsoTime(replay.createdAtMs),
    endedAt: replay.endedAtMs === null ? null : formatIsoTime(replay.endedAtMs),
  };
}
