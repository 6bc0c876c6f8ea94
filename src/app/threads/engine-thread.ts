/**
 * A thread with engines of its own, beside the main thread: the same composition with some of the roles. On a folder it writes
 * through the main thread's writer and hears the hints of the other threads; on a server it is to the others what a process is.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { must, unreachable } from '#core/assert.ts';
import { boundary } from '#core/boundary.ts';
import { reportToMainThread } from '#core/boundary-threads.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { yieldToRequests } from '#core/thread-priority.ts';
import type { PhonesBeside } from '../call-threads.ts';
import type { Engines } from '../engines.ts';
import { Metrics } from '../metrics/metrics.ts';
import { openWork, type Work } from '../open-work.ts';
import type { EndProcess } from '../storage-loss.ts';
import { ThreadHints } from './thread-hints.ts';
import type {
  Answered,
  Asked,
  SentError,
  ThreadFacts,
  ThreadWish,
  Told,
} from './thread-messages.ts';

const asking = boundary('threads.question', 'thread');

yieldToRequests();
const main = must(parentPort, 'main thread');
const { config, thread, hints: hintsName, hearsMail } = workerData as ThreadWish;
const log = openLog(config.logLevel);
reportToMainThread();
const stack = new AsyncDisposableStack();
const hints = stack.use(new ThreadHints(hintsName));
const metrics = config.metrics && new Metrics(config.metrics, { clock: systemClock, log });
let work: Work | undefined;

main.on(
  'message',
  asking.guard(
    (asked: Asked) => answer(asked),
    // Not caught anywhere, it ends the thread, and with it the process.
    (error) =>
      setImmediate(() => {
        throw error;
      }),
  ),
);

async function answer(asked: Asked): Promise<void> {
  switch (asked.ask) {
    case 'open':
      return send(await open(asked));
    case 'metrics':
      return send({ to: 'metrics', metrics: await readMetrics() });
    case 'standings':
      return send({ to: 'standings', standings: work?.engines.notes.trunksHere() ?? [] });
    case 'part':
      await work?.engines.handOver();
      return send({ to: 'part' });
    case 'close':
      await stack.disposeAsync();
      return main.close();
    case 'look':
      return send({ to: 'look' });
    default:
      return unreachable(asked);
  }
}

async function open({ link, events, phonePort }: Extract<Asked, { readonly ask: 'open' }>) {
  try {
    const ports = { clock: systemClock, log, thread, hints, link, events, hearsMail, metrics };
    const phonesBeside: PhonesBeside = {
      port: phonePort,
      heardAt: (sipAt) => tell({ sipAt }),
      startMedia: (media) => main.postMessage({ media } satisfies Told, [media.link]),
    };
    const endProcess: EndProcess = (end) => tell({ end });
    const beside = { callsBeside: undefined, phonesBeside };
    work = await openWork(config, { ...ports, ...beside, endProcess }, stack);
    return { to: 'open', facts: factsOf(work.engines) } as const;
  } catch (error) {
    await stack.disposeAsync();
    return { to: 'open', error: sentError(error) } as const;
  }
}

function factsOf({ smtpIn, mailCatcher, calls, inspectorAt }: Engines): ThreadFacts {
  return {
    smtpIn,
    mailCatcher: mailCatcher?.address,
    calls: calls && { places: calls.places, hasTrunks: calls.hasTrunks },
    inspectorPort: inspectorAt.port,
  };
}

async function readMetrics(): Promise<object> {
  if (metrics === undefined || work === undefined) return [];
  return metrics.readOfThread(work.engines, work.traces);
}

function send(answered: Answered): void {
  main.postMessage(answered);
}

function tell(told: Told): void {
  main.postMessage(told);
}

function sentError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, syscall, address, port, path } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly port?: number;
  };
  return { name: error.name, message: error.message, code, syscall, address, port, path };
}
