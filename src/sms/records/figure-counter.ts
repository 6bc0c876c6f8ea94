/**
 * Counts messages behind their commits: what is new by the order of ids, and what was in progress until it is
 * not. One process counts, in small commits, and rests nineteen times as long as it worked.
 */

import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { delayBucket } from '#core/delays.ts';
import { zero } from '#core/money.ts';
import { countryOf, type PhoneNumber } from '#core/phone-number.ts';
import { rested } from '#core/rested.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type {
  Counted,
  CountedRecipient,
  Figure,
  FigureChange,
  FigureTurn,
  IdBlock,
} from './message-figures.ts';
import type { MessageRecordStore } from './message-record-store.ts';

export type FigureCounterPorts = {
  readonly store: Pick<
    MessageRecordStore,
    | 'takeTurn'
    | 'noteBlocks'
    | 'forgetBlock'
    | 'listBlocks'
    | 'recipientsInBlock'
    | 'openRecipients'
  >;
  /** Message ids that a process reserves at a time. */
  readonly blockSize: number;
  readonly clock: Clock;
};

const everyMs = 5_000;
/** Ids of a block are committed in their order but for what is in progress at a time: nothing waits so long. */
const settledMs = 30_000;
const sliceMax = 256;
/** A message is looked at again after a while that grows with its age. */
const lookMs = { least: 15_000, most: 3_600_000 };
const hourMs = 3_600_000;
const reasonMax = 60;

export function figureCounter(ports: FigureCounterPorts): LeaderJob {
  return { name: 'count of messages', everyMs, work: (signal) => countMessages(ports, signal) };
}

/** All that there is to count now. */
export async function countMessages(
  ports: FigureCounterPorts,
  signal?: AbortSignal,
): Promise<void> {
  const { store, clock, blockSize } = ports;
  await store.noteBlocks(blockSize, clock.nowMs());
  for (const block of await store.listBlocks()) {
    let slice: Slice = { place: block, isLast: false };
    while (!slice.isLast) slice = await rested(clock, countSlice(ports, slice.place), signal);
    if (block.isAbandoned && slice.isDrained === true) await store.forgetBlock(block);
  }
  while (await rested(clock, countEnded(ports), signal));
}

type Slice = {
  readonly place: IdBlock;
  /** There is nothing more to count in it for now. */
  readonly isLast: boolean;
  /** All that is there is counted. */
  readonly isDrained?: boolean;
};

async function countSlice({ store, clock }: FigureCounterPorts, block: IdBlock): Promise<Slice> {
  const turn = await store.takeTurn();
  const found = await store.recipientsInBlock(block, sliceMax);
  const nowMs = clock.nowMs();
  const young = found.findIndex(({ acceptedAtMs }) => acceptedAtMs > nowMs - settledMs);
  const rows = young === -1 ? found : found.slice(0, young);
  const isLast = rows.length < sliceMax;
  const last = rows.at(-1);
  if (last === undefined) return { place: block, isLast, isDrained: young === -1 };
  const place = { ...block, nextRecipientId: last.id + 1 };
  const isCommitted = await turn.commit({
    changes: gather(rows.map((row) => figureOf(row, row.operatorId, 1))),
    place,
    open: rows.filter((row) => !isFinal(row)).map((row) => openOf(row, row.operatorId, nowMs)),
    ended: [],
  });
  return {
    place,
    isLast: isLast || !isCommitted,
    isDrained: isLast && isCommitted && young === -1,
  };
}

/** Whether there may be more. */
async function countEnded({ store, clock }: FigureCounterPorts): Promise<boolean> {
  const turn: FigureTurn = await store.takeTurn();
  const nowMs = clock.nowMs();
  const looked = await store.openRecipients(nowMs, sliceMax);
  if (looked.length === 0) return false;
  const changes: FigureChange[] = [];
  const open: Counted['open'][number][] = [];
  const ended: number[] = [];
  for (const { recipient, recipientId, operatorId } of looked) {
    if (recipient === undefined) ended.push(recipientId);
    else if (!isFinal(recipient)) open.push(openOf(recipient, operatorId, nowMs));
    else {
      const { cost } = recipient;
      const before = { ...recipient, state: 'accepted', cost, givenBack: zero } as const;
      changes.push(figureOf(before, operatorId, -1), figureOf(recipient, recipient.operatorId, 1));
      ended.push(recipientId);
    }
  }
  const isCommitted = await turn.commit({ changes: gather(changes), open, ended });
  return isCommitted && looked.length === sliceMax;
}

function isFinal({ state }: CountedRecipient): boolean {
  return state === 'delivered' || state === 'not delivered';
}

function openOf(
  { id: recipientId, acceptedAtMs }: CountedRecipient,
  operatorId: number,
  nowMs: number,
) {
  const waitMs = Math.min(lookMs.most, Math.max(lookMs.least, (nowMs - acceptedAtMs) / 4));
  return { recipientId, operatorId, lookAtMs: Math.round(nowMs + waitMs) };
}

/** Counted (1) or taken back (-1) there where it was accepted. */
function figureOf(row: CountedRecipient, operatorId: number, sign: 1 | -1): FigureChange {
  const { accountId, purse, acceptedAtMs, phone, parts, cost, givenBack } = row;
  return {
    accountId,
    purse,
    startsAtMs: acceptedAtMs - (acceptedAtMs % hourMs),
    country: countryOfPhone(phone),
    operatorId,
    ...stateOf(row),
    messages: sign,
    parts: sign * parts,
    cost: (sign * (cost - givenBack)) as Figure['cost'],
  };
}

function stateOf(row: CountedRecipient): Pick<Figure, 'state' | 'detail'> {
  const { state, reason, changedAtMs, scheduledAtMs, acceptedAtMs } = row;
  if (state === 'not delivered') return { state, detail: reason.slice(0, reasonMax) };
  if (state !== 'delivered') return { state: 'under way', detail: '' };
  const delayMs = changedAtMs - Math.max(acceptedAtMs, scheduledAtMs ?? 0);
  return { state, detail: String(delayBucket(Math.max(0, delayMs))) };
}

/** Countries that share a calling code part within these digits. */
const startDigits = 7;
const countryByStart = new BoundedMap<string, string>(20_000);

/** A look into the plan costs 10 µs: numbers that begin alike are one country's. */
function countryOfPhone(phone: PhoneNumber): string {
  const start = `${phone.length}/${phone.slice(0, startDigits)}`;
  const known = countryByStart.get(start);
  if (known !== undefined) return known;
  const country = countryOf(phone) ?? '';
  countryByStart.set(start, country);
  return country;
}

/** One change for each place; those that come to nothing are left out. */
function gather(changes: readonly FigureChange[]): readonly FigureChange[] {
  const sums = new Map<string, FigureChange>();
  for (const change of changes) {
    const { messages, parts, cost, ...place } = change;
    const { accountId, purse, startsAtMs, country, operatorId, state, detail } = place;
    const key = `${accountId} ${purse} ${startsAtMs} ${country} ${operatorId} ${state} ${detail}`;
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined
        ? change
        : {
            ...sum,
            messages: sum.messages + messages,
            parts: sum.parts + parts,
            cost: (sum.cost + cost) as Figure['cost'],
          },
    );
  }
  return [...sums.values()];
}
