/** `message story`: what became of a message at one phone, step by step. */
import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { idInput } from '#core/common-inputs.ts';
import { mayRead, showText } from '#core/masked.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import { recipientIdOf } from '#model/ids.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { OpenLink } from '#sms/sms-engine.ts';
import { readForm, submitsOf } from '#sms/text/form.ts';
import { splitIntoParts, unitsOf } from '#sms/text/segments.ts';
import type { RecordPorts } from './message-operations.ts';
import type {
  MessageRecord,
  MessageRecordStore,
  RecipientFacts,
  RecipientRecord,
  WaitingRecord,
} from './message-record-store.ts';
import { tellStory, type WebhookStep } from './message-story.ts';
import { recipientView, viewRecipient } from './message-view.ts';
import { stepView } from './story-view.ts';
import { type BindCondition, type WhyWaiting, whyWaiting } from './waiting-reason.ts';

type StoryPorts = RecordPorts &
  WaitingPorts & {
    readonly messages: Pick<MessageRecordStore, 'recipientFacts'>;
    /** What webhooks told of these events, and have yet to tell. */
    readonly webhookSteps: (
      eventIds: readonly number[],
      caller: Pick<InAccount, 'accountId' | 'role' | 'atMs'>,
    ) => Promise<readonly WebhookStep[]>;
    readonly clock: Pick<Clock, 'nowMs'>;
  };

export const messageStory = operation({
  name: 'message story',
  does: 'reads',
  needs: 'read facts',
  positional: ['message', 'place'],
  input: z.strictObject({ message: idInput, place: z.int().min(0).max(511).default(0) }),
  output: z.object({
    recipient: recipientView,
    text: z.string().nullable(),
    steps: z.array(stepView),
  }),
  refusals: ['message is not there'],
  async run(ports: StoryPorts, { message: messageId, place }, caller) {
    const { accountId, role } = caller;
    const { messages: records } = ports;
    const recipientId = recipientIdOf(messageId, place);
    const message = await records.findMessageRecord(accountId, messageId);
    const all = await records.recipientRecords(accountId, messageId);
    const recipient = all.find(({ id }) => id === recipientId);
    const facts = await records.recipientFacts(accountId, recipientId);
    if (message === undefined || recipient === undefined || facts === undefined) {
      return refuse('message is not there', { field: 'message' });
    }
    return {
      recipient: viewRecipient(recipient, role),
      text: showText(recipient.text, role),
      steps: await findSteps(ports, { message, recipient, facts }, caller),
    };
  },
});

type Found = {
  readonly message: MessageRecord;
  readonly recipient: RecipientRecord;
  readonly facts: RecipientFacts;
};

async function findSteps(
  ports: StoryPorts,
  { message, recipient, facts }: Found,
  caller: InAccount,
): Promise<z.input<typeof stepView>[]> {
  const { role } = caller;
  const operators = await ports.operators.listOperators();
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  return tellStory({
    message,
    recipient,
    facts: shownFacts(facts, role),
    partTexts: mayRead(role) && message.keyId >= 0 ? partTextsOf(recipient, facts) : [],
    webhooks: await ports.webhookSteps(facts.eventIds, caller),
    operatorName: (id) => names.get(id) ?? `#${id}`,
    reasons: await findReasons(message, facts, ports),
  });
}

/** PDUs have the text in them, and the whole phone: others see when they were, and nothing of what they say. */
function shownFacts(facts: RecipientFacts, role: Role): RecipientFacts {
  const hidden = { octets: Buffer.alloc(0), text: '' };
  return mayRead(role)
    ? facts
    : { ...facts, pdus: facts.pdus.map((pdu) => ({ ...pdu, ...hidden })) };
}

/** Cut as it was when it was sent; none where the text is short, or its time is over. */
function partTextsOf({ text, parts }: RecipientRecord, facts: RecipientFacts): readonly string[] {
  const form = readForm(facts.form);
  if (parts === 1 || submitsOf({ form, parts }) === 1) return [];
  if (unitsOf(text, form) === undefined) return [];
  const texts = splitIntoParts(text, form);
  return texts.length === parts ? texts : [];
}

/** What the story says of parts that wait: read only where some do. */
type WaitingPorts = {
  readonly operators: Pick<OperatorStore, 'listOperators' | 'listHealth'>;
  readonly jobs: Pick<LaneStore, 'listPauses'>;
  readonly openLinks: {
    links(operatorId: number): Promise<readonly Pick<OpenLink, 'place' | 'ratePerSecond'>[]>;
  };
};

/** A bind is noted every ten seconds by the process that holds it. */
const staleMs = 30_000;

async function findReasons(
  message: Pick<MessageRecord, 'scheduledAtMs' | 'validUntilMs'>,
  { operatorId, waiting, pdus }: RecipientFacts,
  ports: WaitingPorts & { readonly clock: Pick<Clock, 'nowMs'> },
): Promise<ReadonlyMap<WaitingRecord, WhyWaiting>> {
  if (waiting.length === 0) return new Map();
  const nowMs = ports.clock.nowMs();
  const operator = (await ports.operators.listOperators()).find(({ id }) => id === operatorId);
  const stopped = new Set((await ports.jobs.listPauses()).map(({ lane }) => lane));
  const conditions = await conditionsOf(operatorId, nowMs, ports);
  return new Map(
    waiting.map((one) => {
      const place = (readPartLane(one.lane)?.bind ?? 0) % (operator?.settings.binds ?? 1);
      const isLaneStopped = stopped.has(one.lane);
      const bind = conditions.get(place);
      const around = { ...timesOf(message), nowMs, isLaneStopped, operator, bind, pdus };
      return [one, whyWaiting(one, around)];
    }),
  );
}

function timesOf({ scheduledAtMs, validUntilMs }: Parameters<typeof findReasons>[0]) {
  return { scheduledAtMs, validUntilMs };
}

async function conditionsOf(
  operatorId: number,
  nowMs: number,
  { operators, openLinks }: WaitingPorts,
): Promise<ReadonlyMap<number, BindCondition>> {
  const links = await openLinks.links(operatorId);
  const noted = (await operators.listHealth()).filter(
    (bind) => bind.operatorId === operatorId && nowMs - bind.notedAtMs < staleMs,
  );
  return new Map(
    noted.map(({ bind, downSinceMs, silentSinceMs }) => {
      const link = links.find(({ place }) => place === bind);
      const ratePerSecond = link?.ratePerSecond ?? null;
      return [
        bind,
        { isUp: downSinceMs === null, isSilent: silentSinceMs !== null, ratePerSecond },
      ];
    }),
  );
}
