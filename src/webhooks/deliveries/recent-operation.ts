/** `event recent`: what has happened last, told from the stored facts as the live stream would have told it. */
import { z } from 'zod';
import { exactInstantText } from '#core/instant-text.ts';
import { mayRead, showAbout } from '#core/masked.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { operation } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import type { EventSummary, LoggedAttempt } from '#webhooks/management/endpoint-store.ts';
import { isWebhook } from './delivery-view.ts';
import type { DeliveryPorts } from './event-operations.ts';

type Recipient = {
  readonly id: number;
  readonly messageId: number;
  readonly acceptedAtMs: number;
  readonly sender: string;
  readonly phone: PhoneNumber;
  readonly parts: number;
  readonly cost: Millionths;
  readonly currency: string;
  readonly tag: string;
  readonly test: boolean;
};

type Submit = {
  readonly part: number;
  readonly operatorId: number;
  readonly remoteId: string;
  readonly submittedAtMs: number;
};

type RecentPorts = Pick<DeliveryPorts, 'endpointManagement'> & {
  readonly messages: {
    listRecords(query: {
      readonly accountId: number;
      readonly beforeId: number;
      readonly limit: number;
    }): Promise<{ readonly records: readonly Recipient[] }>;
    recipientFacts(
      accountId: number,
      recipientId: number,
    ): Promise<{ readonly submits: readonly Submit[] } | undefined>;
  };
};

const happeningView = z.object({
  /** Of a stored event. */
  id: z.string().optional(),
  event: z.string(),
  createdAt: z.iso.datetime(),
  /** A message and a phone, or what else it is about. */
  about: z.string(),
  test: z.boolean().optional(),
  /** For roles that may read contents. */
  payload: z.record(z.string(), z.unknown()).optional(),
});

type Happening = z.output<typeof happeningView>;

const messagesMax = 10;
const eventsMax = 20;
const attemptsMax = 60;

export const listRecent = operation({
  name: 'event recent',
  does: 'reads',
  needs: 'read facts',
  /** The oldest first. */
  output: z.object({ happenings: z.array(happeningView) }),
  async run({ messages, endpointManagement }: RecentPorts, _, { accountId, role }) {
    const { store } = endpointManagement;
    const beforeId = Number.MAX_SAFE_INTEGER;
    const page = await messages.listRecords({ accountId, beforeId, limit: messagesMax });
    const sent = page.records.map(async (record) => {
      const facts = await messages.recipientFacts(accountId, record.id);
      return [taken(record), ...(facts?.submits ?? []).map((submit) => left(record, submit))];
    });
    const events = await store.listEvents(accountId, beforeId, eventsMax);
    const ids = events.map(({ id }) => id);
    const attempts = (await store.attemptsOf(ids, attemptsMax)).filter(isWebhook);
    const happenings = [
      ...(await Promise.all(sent)).flat(),
      ...events.map(stored),
      ...attempts.map((attempt) => tried(attempt, events)),
    ];
    return {
      happenings: happenings
        .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
        .map((one) => shown(one, role)),
    };
  },
});

function shown({ payload, ...one }: Happening, role: Role): Happening {
  const about = showAbout(one.about, role);
  return { ...one, about, ...(mayRead(role) && payload !== undefined && { payload }) };
}

function happening(
  event: string,
  atMs: number,
  { about, test, payload }: Pick<Happening, 'about' | 'test' | 'payload'>,
): Happening {
  return { event, createdAt: exactInstantText(atMs), about, test, payload };
}

function taken(record: Recipient): Happening {
  const { messageId, phone, test, sender, parts, currency, tag } = record;
  const phones = [formatPhone(phone)];
  const cost = formatExact(record.cost);
  return happening('message.accepted', record.acceptedAtMs, {
    about: `${messageId}/${phone}`,
    test,
    payload: { messageId, sender, phones, parts, cost, currency, tag },
  });
}

function left({ messageId, phone, test }: Recipient, submit: Submit): Happening {
  const { part, operatorId, remoteId, submittedAtMs } = submit;
  return happening('message.submitted', submittedAtMs, {
    about: `${messageId}/${phone}`,
    test,
    payload: { messageId, phone: formatPhone(phone), part, operatorId, remoteId },
  });
}

function stored({ id, kind, orderKey, createdAtMs, test }: EventSummary): Happening {
  const createdAt = exactInstantText(createdAtMs);
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
