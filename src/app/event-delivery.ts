/** The delivery of events in a thread: the inspector that tests send to, the events that other threads hand over, and webhooks. */
import type { OpenedMail } from '#mail/open.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { EventMakers } from '#webhooks/event-makers.ts';
import { type OpenedWebhooks, openWebhooks } from '#webhooks/open.ts';
import type { Commits } from './commits.ts';
import type { Common } from './common.ts';
import { openEndpointNotices } from './endpoint-notices.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { SettingsFollowed } from './followed-settings.ts';
import { type InspectorPlace, openInspector } from './inspector.ts';
import { replayLease } from './leased-work.ts';
import { EventIntake } from './threads/event-intake.ts';
import type { EventLines } from './threads/event-lines.ts';
import { EventSender } from './threads/event-sender.ts';

type DeliveryNeeds = EngineNeeds & {
  readonly random: () => number;
  readonly lines: EventLines;
  readonly commits: Commits;
  readonly makers: EventMakers;
  readonly mail: Pick<OpenedMail, 'notices'>;
  readonly followed: SettingsFollowed;
};

export type EventDelivery = {
  readonly webhooks: OpenedWebhooks;
  /** Started once this process has its leases. */
  readonly intake: EventIntake;
  readonly inspectorAt: InspectorPlace;
};

export async function openEventDelivery(
  common: Common,
  needs: DeliveryNeeds,
  stack: AsyncDisposableStack,
): Promise<EventDelivery> {
  const { storage } = common;
  const { lines, commits, makers, mail, followed, leases } = needs;
  const inspectorAt: InspectorPlace = { port: (await openInspector(common, stack))?.port };
  const intake = stack.use(new EventIntake(lines.from));
  const webhooks = stack.use(
    openWebhooks({
      ...common,
      ...needs,
      storage: { ...storage, webhooks: intake.watching(storage.webhooks) },
      makers,
      stored: commits.events,
      handOver: openHandOver(common, lines),
      notices: openEndpointNotices({ ...storage, mailer: mail.notices }),
      followed: () => followed.byAll(),
      isReplayer: () => leases.find(replayLease) !== undefined,
      inspectorPort: () => inspectorAt.port,
    }),
  );
  return { webhooks, intake, inspectorAt };
}

/** Undefined where this thread delivers its events itself, or other processes do. */
function openHandOver(
  { storage }: Common,
  { out }: EventLines,
): ((events: readonly OwedEvent[]) => void) | undefined {
  if (out === undefined) return undefined;
  const sender = new EventSender({ line: out, hint: (lanes) => storage.hints?.tell(lanes) });
  return (events) => sender.send(events);
}
