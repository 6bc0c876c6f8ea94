/** What SMPP users are owed is kept like webhooks: the same events, jobs and log of attempts. */
import type { CustomerDeliveryStore } from '#sms/customers/delivery-store.ts';
import type { WebhookStore } from '#webhooks/webhook-store.ts';

const noPhases = { resolveMs: 0, connectMs: 0, tlsMs: 0 };

/** An attempt is logged under the user's id with a minus, where a webhook's has its endpoint. */
export function customerDeliveries(
  webhooks: Pick<WebhookStore, 'dueDeliveries' | 'jobsInRetry' | 'settleDeliveries'>,
): CustomerDeliveryStore {
  return {
    dueDeliveries: (query) => webhooks.dueDeliveries(query),
    jobsInRetry: (lane, limit) => webhooks.jobsInRetry(lane, limit),
    settleDeliveries: (settlements) =>
      webhooks.settleDeliveries(
        settlements.map(({ job, userId, address, retry, ...attempt }) => ({
          job,
          attempt: {
            ...attempt,
            eventId: job.subject,
            endpointId: -userId,
            jobId: job.id,
            n: job.attempt + 1,
            phases: { ...noPhases, answerMs: attempt.durationMs },
            url: '',
            ip: address,
            responseHead: '',
            responseBody: '',
          },
          retry,
        })),
      ),
  };
}
