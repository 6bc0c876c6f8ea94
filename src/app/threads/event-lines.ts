/** The lines by which threads hand events to the one that delivers them: one from each of the others. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { EventLine } from './event-sender.ts';
import { makeSharedRing } from './shared-ring.ts';
import type { ThreadPlan } from './thread-plan.ts';

/** What a thread has of them. */
export type EventLines = {
  /** To the thread that delivers; undefined: this one, or there is none. */
  readonly out: EventLine | undefined;
  readonly from: readonly EventLine[];
};

export const noEventLines: EventLines = { out: undefined, from: [] };

/** Of each thread, the main thread first. */
export function layEventLines({ main, beside }: ThreadPlan): readonly EventLines[] {
  const threads = [main, ...beside];
  const delivering = beside.findIndex((roles) => roles.includes('webhooks')) + 1;
  // In the main thread events stay where most of them are made.
  if (delivering === 0) return threads.map(() => noEventLines);
  const from: EventLine[] = [];
  const lay = (): EventLine => {
    const ring = makeSharedRing();
    const { port1, port2 } = new MessageChannel();
    from.push({ ring, wake: port2 });
    return { ring, wake: port1 };
  };
  const outs = threads.map((_, thread) => (thread === delivering ? undefined : lay()));
  return outs.map((out, thread) => ({ out, from: thread === delivering ? from : [] }));
}

/** What is to be transferred. */
export function portsOf({ out, from }: EventLines): readonly MessagePort[] {
  return [...from, ...(out === undefined ? [] : [out])].map(({ wake }) => wake);
}
