/**
 * Posts the events of a stream to a program on this machine, as its webhooks would come: the same bytes, the
 * same headers, signed with a secret of this session. They are copies; the real deliveries go on.
 */
import { Agent, request as askPlain } from 'node:http';
import { request as askTls } from 'node:https';
import { must } from '#core/assert.ts';
import { parseSecret, sign } from '#webhooks/signature.ts';
import {
  type EventSourcePorts,
  type EventSourceQuery,
  readEvents,
  type StreamedEvent,
} from './event-source.ts';

export type ForwardQuery = EventSourceQuery & {
  readonly to: URL;
  /** `whsec_…` */
  readonly secret: string;
};

export type Forwarded = {
  readonly event: StreamedEvent;
  /** 0 where none came. */
  readonly status: number;
  /** What was answered, or why nothing was, in words. */
  readonly answer: string;
  readonly durationMs: number;
};

const timeoutMs = 15_000;

/** One after the other, so that they come in order. Ends when told to stop. */
export async function* forwardEvents(
  query: ForwardQuery,
  ports: EventSourcePorts,
  signal: AbortSignal,
): AsyncGenerator<Forwarded> {
  using agent = new KeptConnections(query.to);
  for await (const event of readEvents(query, ports, signal)) {
    const headers = headersOf(event, query.secret, ports.clock.nowMs());
    const startedMs = ports.clock.monotonicMs();
    const answered = await agent.post(headers, event.body, signal);
    yield { event, ...answered, durationMs: Math.round(ports.clock.monotonicMs() - startedMs) };
  }
}

function headersOf(event: StreamedEvent, secret: string, nowMs: number) {
  const body = Buffer.from(event.body);
  const timestampS = Math.floor(nowMs / 1_000);
  const key = must(parseSecret(secret), 'secret of a session');
  return {
    'User-Agent': 'Parley',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'webhook-id': event.id,
    'webhook-timestamp': timestampS,
    'webhook-signature': sign({ id: event.id, timestampS, body }, [key]),
    'webhook-event': event.kind,
    'webhook-attempt': 1,
    ...(event.test && { 'webhook-test': 1 }),
  };
}

type Answered = Pick<Forwarded, 'status' | 'answer'>;

class KeptConnections implements Disposable {
  readonly #to: URL;
  readonly #agent: Agent | undefined;

  constructor(to: URL) {
    this.#to = to;
    this.#agent =
      to.protocol === 'http:' ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
  }

  post(
    headers: ReturnType<typeof headersOf>,
    body: string,
    signal: AbortSignal,
  ): Promise<Answered> {
    const ask = this.#to.protocol === 'https:' ? askTls : askPlain;
    return new Promise((resolve) => {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const agent = this.#agent && { agent: this.#agent };
      const asked = ask(this.#to, { method: 'POST', headers, signal: deadline, ...agent });
      asked.on('response', (response) => {
        const status = response.statusCode ?? 0;
        const answer = `${status} ${response.statusMessage ?? ''}`.trim();
        response.on('error', () => undefined).resume();
        response.once('close', () => resolve({ status, answer }));
      });
      asked.on('error', (error) => resolve({ status: 0, answer: `no answer: ${wordsOf(error)}` }));
      asked.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent?.destroy();
  }
}

function wordsOf(error: Error): string {
  if (error.name === 'TimeoutError') return `none within ${timeoutMs / 1_000} s`;
  const { code } = error as NodeJS.ErrnoException;
  return error.message === '' ? (code ?? error.name) : error.message;
}
