/** What runs in a `SideThread`. */
import { parentPort } from 'node:worker_threads';
import { must } from './assert.ts';
import { yieldToRequests } from './thread-priority.ts';

/** Answers each piece of work from now on; what `answer` throws ends the thread. */
export function answerAside<Asked, Answer>(
  answer: (asked: Asked) => Answer | Promise<Answer>,
): void {
  const port = must(parentPort, 'thread that asks');
  yieldToRequests();
  port.on('message', async (asked: Asked) => port.postMessage(await answer(asked)));
  // Ready.
  port.postMessage('');
}
