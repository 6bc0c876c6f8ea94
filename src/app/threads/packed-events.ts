/** Events on their way to the thread that delivers them, as records of a ring: columns, then texts and body. */
import type { Job } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { endpointOfLane, laneOfEndpoint } from '#webhooks/owed-delivery.ts';

type Views = { readonly octets: Buffer; readonly numbers: DataView };

/** An event and those of its deliveries that webhooks owe. */
type HandedEvent = {
  readonly event: OwedEvent;
  readonly jobs: readonly Job[];
};

/** What was not handed over is in the table: of these endpoints, with ids up to the last one. */
export type Gap = { readonly lastId: number; readonly endpointIds: readonly number[] };

const numberBytes = Float64Array.BYTES_PER_ELEMENT;
const countBytes = Int32Array.BYTES_PER_ELEMENT;
/** Of an event: how many columns are numbers, and how many counts. */
const [numbersOfEvent, countsOfEvent] = [3, 8];
/** Of a job: id, endpoint, due time, end. Its attempt is the first, its key and subject are the event's. */
const numbersOfJob = 4;
/** In place of the count of jobs. */
const gap = -1;
/** In place of the length of a URL. */
const noUrl = -1;

const jobBytes = numbersOfJob * numberBytes;
const headBytes = numbersOfEvent * numberBytes + countsOfEvent * countBytes;
/** UTF-8 takes no more for each character of a text. */
const characterBytesMax = 3;

/** What the record of an event takes at most. */
export function eventBytesMax({ event, jobs }: HandedEvent): number {
  const { kind, orderKey, url, body } = event;
  const characters = kind.length + orderKey.length + (url?.length ?? 0);
  return headBytes + jobs.length * jobBytes + characters * characterBytesMax + body.length;
}

/** Answers where the record ends. */
export function packEvent({ event, jobs }: HandedEvent, { octets, numbers }: Views, at: number) {
  const { id, accountId, createdAtMs, kind, orderKey, url, body, test } = event;
  const counts = at + numbersOfEvent * numberBytes;
  const texts = at + headBytes + jobs.length * jobBytes;
  const textBytes = octets.write(`${kind}${orderKey}${url ?? ''}`, texts, 'utf8');
  numbers.setFloat64(at, id, true);
  numbers.setFloat64(at + numberBytes, accountId, true);
  numbers.setFloat64(at + 2 * numberBytes, createdAtMs, true);
  numbers.setInt32(counts, jobs.length, true);
  numbers.setInt32(counts + countBytes, test ? 1 : 0, true);
  numbers.setInt32(counts + 2 * countBytes, kind.length, true);
  numbers.setInt32(counts + 3 * countBytes, orderKey.length, true);
  numbers.setInt32(counts + 4 * countBytes, url?.length ?? noUrl, true);
  numbers.setInt32(counts + 5 * countBytes, textBytes, true);
  numbers.setInt32(counts + 6 * countBytes, body.length, true);
  for (let n = 0, job = at + headBytes; n < jobs.length; n += 1, job += jobBytes) {
    packJob(jobs[n] as Job, numbers, job);
  }
  octets.set(body, texts + textBytes);
  return texts + textBytes + body.length;
}

function packJob({ id, lane, dueAtMs, expiresAtMs }: Job, numbers: DataView, at: number): void {
  numbers.setFloat64(at, id, true);
  numbers.setFloat64(at + numberBytes, endpointOfLane(lane), true);
  numbers.setFloat64(at + 2 * numberBytes, dueAtMs, true);
  numbers.setFloat64(at + 3 * numberBytes, expiresAtMs, true);
}

export function gapBytesMax({ endpointIds }: Gap): number {
  return headBytes + endpointIds.length * numberBytes;
}

/** Answers where the record ends. */
export function packGap({ lastId, endpointIds }: Gap, { numbers }: Views, at: number): number {
  const counts = at + numbersOfEvent * numberBytes;
  numbers.setFloat64(at, lastId, true);
  numbers.setInt32(counts, gap, true);
  numbers.setInt32(counts + countBytes, endpointIds.length, true);
  for (const [n, endpointId] of endpointIds.entries()) {
    numbers.setFloat64(at + headBytes + n * numberBytes, endpointId, true);
  }
  return at + headBytes + endpointIds.length * numberBytes;
}

export function unpack({ octets, numbers }: Views, at: number): OwedEvent | Gap {
  const id = numbers.getFloat64(at, true);
  const counts = at + numbersOfEvent * numberBytes;
  const count = (n: number): number => numbers.getInt32(counts + n * countBytes, true);
  const jobCount = count(0);
  if (jobCount === gap) return unpackGap(id, count(1), numbers, at + headBytes);
  const [kindEnd, urlLength] = [count(2), count(4)];
  const orderEnd = kindEnd + count(3);
  const texts = at + headBytes + jobCount * jobBytes;
  const bodyAt = texts + count(5);
  const text = octets.toString('utf8', texts, bodyAt);
  const orderKey = text.slice(kindEnd, orderEnd);
  const job = unpackJob(numbers, at + headBytes, { id, orderKey });
  const copies: Job[] = [];
  for (let n = 1; n < jobCount; n += 1) {
    copies.push(unpackJob(numbers, at + headBytes + n * jobBytes, { id, orderKey }));
  }
  return {
    id,
    accountId: numbers.getFloat64(at + numberBytes, true),
    kind: text.slice(0, kindEnd),
    orderKey,
    url: urlLength === noUrl ? null : text.slice(orderEnd),
    // A copy: the ring is written over.
    body: Buffer.from(octets.subarray(bodyAt, bodyAt + count(6))),
    createdAtMs: numbers.getFloat64(at + 2 * numberBytes, true),
    test: count(1) === 1,
    job,
    ...(copies.length > 0 && { copies }),
  };
}

function unpackJob(
  numbers: DataView,
  at: number,
  { id: subject, orderKey }: Pick<OwedEvent, 'id' | 'orderKey'>,
): Job {
  return {
    id: numbers.getFloat64(at, true),
    lane: laneOfEndpoint(numbers.getFloat64(at + numberBytes, true)),
    dueAtMs: numbers.getFloat64(at + 2 * numberBytes, true),
    attempt: 0,
    orderKey,
    expiresAtMs: numbers.getFloat64(at + 3 * numberBytes, true),
    subject,
  };
}

function unpackGap(lastId: number, length: number, numbers: DataView, at: number): Gap {
  const endpointIds = Array.from({ length }, (_, n) =>
    numbers.getFloat64(at + n * numberBytes, true),
  );
  return { lastId, endpointIds };
}
