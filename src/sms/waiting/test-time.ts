/**
 * Time that is moved on for an account's test messages that wait: their schedules, tries and validity come sooner, as
 * if that much had passed. Live messages stay, and so does what is with the operator already.
 */

import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { durationInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import { messageIdOf, recipientOfPart } from '#model/ids.ts';
import { engineOf } from '#queue/lane.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { LaneCursor, TestTimeBatch, WaitingStore } from './waiting-store.ts';
import { laneStart } from './waiting-store.ts';

export type TestTimePorts = {
  readonly operators: Pick<OperatorStore, 'listOperators'>;
  readonly jobs: Pick<WaitingStore, 'partLanes' | 'waitingSlice' | 'moveTexts'>;
};

export type TestTimeWish = { readonly accountId: number; readonly byMs: number };

export type TestTimeMoved = {
  /** Parts whose time was moved. */
  readonly parts: number;
  /** More of them wait, and stayed as they were. */
  readonly isCut: boolean;
};

/** A schedule may be ten years ahead; a tester does it in steps. */
export const testTimeMsMax = 366 * 86_400_000;

/** Parts that one order moves; those that fall due first go first. */
const partsMax = 100_000;
/** Parts of a commit, of more than one message: some 10 ms of the writer. */
const batchMax = 1_000;
const sliceMax = 500;

export async function moveTestTime(
  { accountId, byMs }: TestTimeWish,
  ports: TestTimePorts,
  author: Author,
): Promise<TestTimeMoved> {
  const { messages, isCut } = await findTests(await lanesOf(accountId, ports), ports);
  let parts = 0;
  for (const batch of batches(messages)) {
    parts += await ports.jobs.moveTexts({ accountId, byMs, ...batch }, author);
  }
  return { parts, isCut };
}

/** Of the built-in operator, to which test messages go. */
async function lanesOf(accountId: number, { operators, jobs }: TestTimePorts) {
  const builtIn = (await operators.listOperators()).filter((operator) => operator.builtIn);
  const ids = new Set(builtIn.map(({ id }) => id));
  return (await jobs.partLanes()).filter((lane) => {
    const place = engineOf(lane) === 'sms' ? readPartLane(lane) : undefined;
    return place?.accountId === accountId && ids.has(place.operatorId);
  });
}

/** The jobs of each message. */
type Tests = ReadonlyMap<number, readonly number[]>;

async function findTests(lanes: readonly string[], { jobs }: TestTimePorts) {
  const messages = new Map<number, number[]>();
  let parts = 0;
  for (const lane of lanes) {
    for (let after: LaneCursor | undefined = laneStart; after !== undefined; ) {
      const slice = await jobs.waitingSlice(lane, after, sliceMax);
      for (const { partId, jobId, test } of slice) {
        if (!test) continue;
        const messageId = messageIdOf(recipientOfPart(partId));
        const jobIds = messages.get(messageId);
        if (jobIds === undefined) messages.set(messageId, [jobId]);
        else jobIds.push(jobId);
        parts += 1;
      }
      if (parts > partsMax) return { messages, isCut: true };
      after = slice.length < sliceMax ? undefined : slice.at(-1);
    }
  }
  return { messages, isCut: false };
}

function* batches(messages: Tests): Generator<Pick<TestTimeBatch, 'messageIds' | 'jobIds'>> {
  let messageIds: number[] = [];
  let jobIds: number[] = [];
  for (const [messageId, ofMessage] of messages) {
    if (jobIds.length > 0 && jobIds.length + ofMessage.length > batchMax) {
      yield { messageIds, jobIds };
      messageIds = [];
      jobIds = [];
    }
    messageIds.push(messageId);
    jobIds.push(...ofMessage);
  }
  if (jobIds.length > 0) yield { messageIds, jobIds };
}

/** `simulator time`: moves time on for an account's test messages that wait. */
export const moveTime = operation({
  name: 'simulator time',
  does: 'writes',
  needs: 'send',
  input: z.strictObject({ by: durationInput(testTimeMsMax, { en: '366 days', fr: '366 jours' }) }),
  output: z.object({
    account: z.int(),
    byMs: z.int(),
    /** Parts whose time was moved. */
    parts: z.int(),
    /** More of them wait, and stayed as they were. */
    isCut: z.boolean(),
  }),
  refusals: ['simulator is off'],
  async run(
    ports: TestTimePorts & { readonly hasSimulator: boolean },
    { by: byMs },
    { accountId, ...author },
  ) {
    if (!ports.hasSimulator) return refuse('simulator is off');
    const moved = await moveTestTime({ accountId, byMs }, ports, author);
    return { account: accountId, byMs, ...moved };
  },
});
