/** What has happened last, told from the stored facts as the live stream would have told it. */

import { mayRead, showAbout } from '#core/masked.ts';
import { formatExact } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone } from '#core/phone-number.ts';
import type {
  MessageRecordStore,
  RecipientRecord,
  SubmitRecord,
} from '#sms/records/message-record-store.ts';
import { isWebhook } from '#webhooks/deliveries/delivery-view.ts';
import type {
  EndpointStore,
  EventSummary,
  LoggedAttempt,
} from '#webhooks/management/endpoint-store.ts';
import type { Reply } from '../definition.ts';
import { give, type Handler, handle } from '../handler.ts';
import { recentHappenings } from './definitions.ts';
import type { MomentKind } from './moment.ts';

export type RecentPorts = {
  readonly records: Pick<MessageRecordStore, 'listRecords' | 'recipientFacts'>;
  readonly eventLog: Pick<EndpointStore, 'listEvents' | 'attemptsOf'>;
};

type Happening = Reply<typeof recentHappenings>['happenings'][number];

const messagesMax = 10;
const eventsMax = 20;
const attemptsMax = 60;

export function recentHandlers({ records, eventLog }: RecentPorts): readonly Handler[] {
  return [
    handle(recentHappenings, async ({ accountId, role }) => {
      const beforeId = Number.MAX_SAFE_INTEGER;
      const page = await records.listRecords({ accountId, beforeId, limit: messagesMax });
      const messages = page.records.map(async (record) => {
        const facts = await records.recipientFacts(accountId, record.id);
        return [taken(record), ...(facts?.submits ?? []).map((submit) => left(record, submit))];
      });
      const events = await eventLog.listEvents(accountId, beforeId, eventsMax);
      const ids = events.map(({ id }) => id);
      const attempts = (await eventLog.attemptsOf(ids, attemptsMax)).filter(isWebhook);
      const happenings = [
        ...(await Promise.all(messages)).flat(),
        ...events.map(stored),
        ...attempts.map((attempt) => tried(attempt, events)),
      ];
      return give({
        happenings: happenings
          .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
          .map((one) => shown(one, role)),
      });
    }),
  ];
}

function shown({ payload, ...one }: Happening, role: Role): Happening {
  const about = showAbout(one.about, role);
  return { ...one, about, ...(mayRead(role) && payload !== undefined && { payload }) };
}

function happening(
  event: MomentKind,
  atMs: number,
  { about, test, payload }: Pick<Happening, 'about' | 'test' | 'payload'>,
): Happening {
  return { event, createdAt: new Date(atMs).toISOString(), about, test, payload };
}

function taken(record: RecipientRecord): Happening {
  const { messageId, phone, test, sender, parts, cost, currency, tag } = record;
  return happening('message.accepted', record.acceptedAtMs, {
    about: `${messageId}/${phone}`,
    test,
    payload: {
      messageId,
      sender,
      phones: [formatPhone(phone)],
      parts,
      cost: formatExact(cost),
      currency,
      tag,
    },
  });
}

function left({ messageId, phone, test }: RecipientRecord, submit: SubmitRecord): Happening {
  const { part, operatorId, remoteId, submittedAtMs } = submit;
  return happening('message.submitted', submittedAtMs, {
    about: `${messageId}/${phone}`,
    test,
    payload: { messageId, phone: formatPhone(phone), part, operatorId, remoteId },
  });
}

function stored({ id, kind, orderKey, createdAtMs, test }: EventSummary): Happening {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id: `msg_${id}`, event: kind, createdAt, about: orderKey, test };
}

function tried(attempt: LoggedAttempt, events: readonly EventSummary[]): Happening {
  const { eventId, endpointId, n, atMs, outcome, status, error, durationMs } = attempt;
  const event = events.find(({ id }) => id === eventId);
  const webhookId = `msg_${eventId}`;
  return happening('webhook.attempted', atMs, {
    about: event?.orderKey ?? webhookId,
    test: event?.test,
    payload: { webhookId, endpointId, attempt: n, outcome, status, error, durationMs },
  });
}
