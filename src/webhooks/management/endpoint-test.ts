/** Posts a sample to an endpoint, once and at once, by the same code that posts events. */
import { randomUUID } from 'node:crypto';
import { must } from '#core/assert.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { SocketBudget } from '#core/socket-budget.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Answer } from '../http/poster.ts';
import { Receiver, type ReceiverPorts } from '../receiver.ts';
import { judge } from '../verdict.ts';
import { type SampleEvent, type SamplePorts, sampleEvents } from './sample-events.ts';
import type { SampleKind } from './sample-kinds.ts';

export type TestResult = {
  readonly kind: SampleKind;
  readonly received: boolean;
  /** Why it was not; empty otherwise. */
  readonly problem: string;
  readonly answer: Answer;
  /** Head and body as they were sent, without the values of the endpoint's own headers. */
  readonly request: string;
};

/** `waitMs`: the account has had so many tests made that the next one may come after this. */
export type Tested =
  | (TestResult & { readonly ok: true })
  | { readonly ok: false; readonly waitMs: number };

type TestPorts = Omit<ReceiverPorts, 'sockets'> & SamplePorts & { readonly clock: Clock };

const tickMs = 250;

/** All that a receiver gets of such a sample; the result is of the last one, or of the first that failed. */
export async function testEndpoint(
  endpoint: Endpoint,
  kind: SampleKind,
  ports: TestPorts,
): Promise<TestResult> {
  const { clock } = ports;
  const { accountId } = endpoint;
  const [first, ...others] = await sampleEvents(kind, { accountId, atMs: clock.nowMs() }, ports);
  // One that is held may be tried, too: that is when people want to know.
  const receiver = new Receiver(endpoint, { ...ports, sockets: new SocketBudget() });
  let ticking: Timer | undefined;
  const tick = (): void => {
    receiver.tick(clock.monotonicMs());
    ticking = clock.after(tickMs, tick);
  };
  tick();
  try {
    let result = await post(must(first, 'sample'), receiver, clock);
    for (const event of others) {
      if (result.received) result = await post(event, receiver, clock);
    }
    return { kind, ...result };
  } finally {
    ticking?.cancel();
    receiver.stop();
  }
}

async function post({ kind, body }: SampleEvent, receiver: Receiver, clock: Clock) {
  const load = { eventId: `test_${randomUUID()}`, kind, url: null, body, test: true };
  const request = receiver.compose({ job: { attempt: 0 }, load }, clock.nowMs());
  const answer = await receiver.send(request);
  const verdict = judge(answer, clock.nowMs());
  const received = verdict.result === 'received';
  const problem = 'error' in verdict ? verdict.error : '';
  return { received, problem, answer, request: shown(request) };
}

const ours = /^(?:host|user-agent|content-|webhook-|signature|x-hub-)/i;

function shown(request: Buffer): string {
  const [head = '', ...body] = request.toString('utf8').split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const told = lines.map((line) => (ours.test(line) ? line : `${line.replace(/:.*/, '')}: …`));
  return `${[first, ...told].join('\r\n')}\r\n\r\n${body.join('\r\n\r\n')}`;
}

/** What verifies a webhook on Node, without any library. */
export const verifyingCode = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the raw bytes of the request; headers by their lower-case names; secret: whsec_… */
export function isFromParley(headers, body, secret) {
  const sent = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const right = createHmac('sha256', key).update(sent).update(body).digest();
  const isFresh = Math.abs(+new Date / 1000 - Number(headers['webhook-timestamp'])) < 300;
  return isFresh && headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
`;
