/** Look-ups that are answered by webhook: one commit of their events. */
import type { NotifyLookups } from '#api/commands/hlr-notify.ts';
import type { Clock } from '#core/clock.ts';
import type { OpenedMail } from '#mail/open.ts';
import { takeId } from '#queue/id-source.ts';
import type { EventMakers } from '#webhooks/event-makers.ts';
import type { Ids } from './ids.ts';

type LookupNeeds = {
  readonly ids: Pick<Ids, 'message'>;
  readonly webhooks: Pick<EventMakers, 'endpointFor' | 'lookups'>;
  readonly mail: Pick<OpenedMail, 'recorder'>;
  readonly clock: Clock;
};

export function notifyLookups({ ids, webhooks, mail, clock }: LookupNeeds): NotifyLookups {
  return async ({ accountId, url, results, test }) => {
    const endpointId = url === undefined ? null : await webhooks.endpointFor(accountId, url);
    if (endpointId === undefined) return undefined;
    const campaignId = takeId(ids.message);
    const fact = { accountId, campaignId, results, url: url ?? null, endpointId, test };
    await mail.recorder.tell(await webhooks.lookups({ ...fact, atMs: clock.nowMs() }));
    return campaignId;
  };
}
