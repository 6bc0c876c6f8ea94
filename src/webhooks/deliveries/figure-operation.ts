/** `endpoint figures`: how attempts at an endpoint went and how long they took, by hour or day. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { must } from '#core/assert.ts';
import { delayOf } from '#core/delays.ts';
import { textOf } from '#core/input-form.ts';
import { atMsOf, momentForm, readMoment } from '#core/moment.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { byStep, stepsOf, tooManyDays } from '#core/time-steps.ts';
import {
  accountOfEndpoint,
  type EndpointPorts,
  endpointId,
  findOwn,
} from '#webhooks/endpoints/endpoint-input.ts';
import type { AttemptCount } from '#webhooks/webhook-store.ts';

type FigurePorts = EndpointPorts & { readonly accounts: Pick<AccountStore, 'findAccount'> };

const moment = textOf({ read: readMoment }, momentForm);
const usualMs = 30 * 24 * 3_600_000;

const figures = {
  delivered: z.int(),
  failed: z.int(),
  /** Until the answer was read or given up, of half of the attempts, and of 95 of 100; null: none was sent. */
  halfWithinMs: z.int().nullable(),
  mostWithinMs: z.int().nullable(),
};

export const endpointFigures = operation({
  name: 'endpoint figures',
  does: 'reads',
  needs: 'read facts',
  accountOf: accountOfEndpoint,
  positional: ['endpoint'],
  input: z.strictObject({
    endpoint: endpointId,
    since: moment.optional(),
    until: moment.optional(),
    by: z.enum(['hour', 'day']).default('day'),
  }),
  output: z.object({
    /** Of the account's days. */
    zone: z.string(),
    total: z.object(figures),
    /** Each begins where the one before ends. */
    steps: z.array(z.object({ from: z.iso.datetime(), ...figures })),
  }),
  refusals: ['endpoint is not there', 'time does not fit'],
  async run(ports: FigurePorts, { endpoint: id, by, ...asked }, { accountId, atMs: nowMs }) {
    const until = asked.until === undefined ? nowMs : atMsOf(asked.until, nowMs);
    const from = asked.since === undefined ? until - usualMs : atMsOf(asked.since, nowMs);
    const span = { by, from, until };
    const max = tooManyDays(span);
    if (max !== undefined || span.until <= span.from) {
      return refuse('time does not fit', { field: 'until', params: { max: max ?? 400 } });
    }
    const endpoint = await findOwn(ports, { endpoint: id }, accountId);
    if (endpoint instanceof Refusal) return endpoint;
    const account = must(await ports.accounts.findAccount(accountId), 'account of an endpoint');
    const starts = stepsOf(span, account.timeZone);
    const { store } = ports.endpointManagement;
    const counts = await store.attemptCounts(endpoint.id, starts[0] ?? span.from, span.until);
    return { zone: account.timeZone, total: addUp(counts), steps: byStep(starts, counts, addUp) };
  },
});

function addUp(counts: readonly AttemptCount[]) {
  const delays = new Map<number, number>();
  for (const { bucket, attempts } of counts) {
    if (bucket > 0) delays.set(bucket, (delays.get(bucket) ?? 0) + attempts);
  }
  const count = (outcome: AttemptCount['outcome']) =>
    counts.reduce((sum, one) => sum + (one.outcome === outcome ? one.attempts : 0), 0);
  return {
    delivered: count('delivered'),
    failed: count('failed'),
    halfWithinMs: delayOf(delays, 0.5) ?? null,
    mostWithinMs: delayOf(delays, 0.95) ?? null,
  };
}
