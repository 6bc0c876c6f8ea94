/** Look-ups that are answered by webhook: one commit of their events. */
import type { NotifyLookups } from '#api/commands/hlr-notify.ts';
import type { Clock } from '#core/clock.ts';
import { takeId } from '#queue/id-source.ts';
import type { Ids } from './ids.ts';
import type { MailSending } from './mail-sending.ts';
import type { Webhooks } from './webhooks.ts';

type LookupNeeds = {
  readonly ids: Pick<Ids, 'message'>;
  readonly webhooks: Pick<Webhooks, 'requestEndpoints' | 'lookups'>;
  readonly mail: Pick<MailSending, 'recorder'>;
  readonly clock: Clock;
};

export function notifyLookups({ ids, webhooks, mail, clock }: LookupNeeds): NotifyLookups {
  return async ({ accountId, url, results, test }) => {
    const endpointId =
      url === undefined ? null : await webhooks.requestEndpoints.find(accountId, new URL(url));
    if (endpointId === undefined) return undefined;
    const campaignId = takeId(ids.message);
    const fact = { accountId, campaignId, results, url: url ?? null, endpointId, test };
    await mail.recorder.tell(await webhooks.lookups({ ...fact, atMs: clock.nowMs() }));
    return campaignId;
  };
}
