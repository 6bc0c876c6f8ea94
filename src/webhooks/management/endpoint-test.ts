/** Posts a sample to an endpoint, once and at once, by the same code that posts events. */
import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '#core/clock.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Endpoint } from '../endpoint.ts';
import { deliveryReportBody } from '../event-body.ts';
import type { Answer } from '../http/poster.ts';
import { SocketBudget } from '../http/socket-budget.ts';
import { Receiver, type ReceiverPorts } from '../receiver.ts';
import { longReplyBody, shortReplyBody } from '../reply-body.ts';
import { judge } from '../verdict.ts';

export const sampleKinds = ['dlr', 'reply.short', 'stop', 'reply.long'] as const;

export type SampleKind = (typeof sampleKinds)[number];

export type TestResult = {
  readonly kind: SampleKind;
  readonly received: boolean;
  /** Why it was not; empty otherwise. */
  readonly problem: string;
  readonly answer: Answer;
  /** Head and body as they were sent, without the values of the endpoint's own headers. */
  readonly request: string;
};

type TestPorts = Omit<ReceiverPorts, 'sockets'> & { readonly clock: Clock };

const tickMs = 250;
/** Of the range of fiction. */
const phone = '33639980001' as PhoneNumber;
const number = '33755000001';

export async function testEndpoint(
  endpoint: Endpoint,
  kind: SampleKind,
  ports: TestPorts,
): Promise<TestResult> {
  const { clock } = ports;
  // One that is held may be tried, too: that is when people want to know.
  const receiver = new Receiver(endpoint, { ...ports, sockets: new SocketBudget() });
  const atMs = clock.nowMs();
  const body = sampleBody(kind, endpoint, atMs);
  const load = { eventId: `test_${randomUUID()}`, kind, url: null, body, test: true };
  const request = receiver.compose({ job: { attempt: 0 }, load }, atMs);
  let ticking: Timer | undefined;
  const tick = (): void => {
    receiver.tick(clock.monotonicMs());
    ticking = clock.after(tickMs, tick);
  };
  tick();
  try {
    const answer = await receiver.send(request);
    const verdict = judge(answer, clock.nowMs());
    const received = verdict.result === 'received';
    const problem = 'error' in verdict ? verdict.error : '';
    return { kind, received, problem, answer, request: shown(request) };
  } finally {
    ticking?.cancel();
    receiver.stop();
  }
}

function sampleBody(kind: SampleKind, { accountId }: Endpoint, atMs: number): Uint8Array {
  const reply = {
    accountId,
    to: kind === 'reply.long' ? 'long' : 'short',
    number,
    phone,
    text: kind === 'stop' ? 'STOP' : 'Hello, this is a test',
    isStop: kind === 'stop',
    answersMessageId: 307,
    receivedAtMs: atMs,
    replyUrl: null,
    replyEndpointId: null,
    test: true,
  } as const;
  if (kind === 'reply.long') {
    const piece = { id: randomUUID(), text: reply.text, place: undefined };
    return longReplyBody(reply, { ...piece, signer: null, nonce: '' });
  }
  if (kind !== 'dlr') return shortReplyBody(reply);
  return deliveryReportBody({
    accountId,
    messageId: 307,
    phone,
    status: 'delivered',
    atMs,
    cost: 49_000 as Millionths,
    currency: 'EUR',
    tag: '',
    reportUrl: null,
    reportEndpointId: null,
    test: true,
  });
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
