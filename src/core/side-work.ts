/** What runs in a `SideThread`. */
import { parentPort } from 'node:worker_threads';
import { must } from './assert.ts';
import { yieldToRequests } from './thread-priority.ts';

/** Answers each piece of work from now on, of the type that the thread is asked with; what `answer` throws ends it. */
export function answerAside(answer: (asked: never) => unknown): void {
  const port = must(parentPort, 'thread that asks');
  yieldToRequests();
  const reply = async (asked: never): Promise<void> => port.postMessage(await answer(asked));
  port.on('message', (asked: unknown) => void reply(asked as never));
  // Ready.
  port.postMessage('');
}
