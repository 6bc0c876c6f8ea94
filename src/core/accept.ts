/**
 * Accepting what costs money, an SMS or an email: judged, committed once, and a client that repeats a request under its
 * idempotency key hears what it heard first, whatever would be said of it by now.
 */
import { unreachable } from './assert.ts';
import type { Clock } from './clock.ts';
import { findFirstReply, type Idempotency, type ReplyPorts } from './idempotency.ts';
import type { Millionths } from './money.ts';

/** What every accept may be refused for. */
export type AcceptRefusal =
  | { readonly why: 'balance is too low'; readonly balance: Millionths; readonly cost: Millionths }
  | { readonly why: 'idempotency key was used for another request' }
  | { readonly why: 'too many report addresses' }
  /** Of a request with an idempotency key, under which nothing was accepted before. */
  | { readonly why: 'schedule is in the past' };

/** What came of one commit of an acceptance. */
export type AcceptResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'balance is too low'; readonly balance: Millionths }
  | { readonly kind: 'repeated'; readonly reply: string }
  | { readonly kind: 'key was used for another request' };

type Refused<Refusal> = { readonly ok: false; readonly refusal: Refusal | AcceptRefusal };

type Reply<Sent, Refusal> = { readonly ok: true; readonly sent: Sent } | Refused<Refusal>;

/** Whether it was accepted by this call, and what the client hears. */
export type Answered<Sent, Refusal = AcceptRefusal> = {
  readonly isNew: boolean;
  readonly told: Reply<Sent, Refusal>;
};

type Request = {
  readonly caller: { readonly account: { readonly id: number } };
  readonly idempotency?: Idempotency | undefined;
  readonly scheduledAtMs?: number | undefined;
};

type Judged<Judgement, Refusal> =
  | { readonly ok: true; readonly judgement: Judgement }
  | { readonly ok: false; readonly refusal: Refusal };

type Steps<Judgement, Sent, Refusal> = {
  /** At once where all that it asks for is in memory: a promise less for each message. */
  readonly judge: () => Judged<Judgement, Refusal> | Promise<Judged<Judgement, Refusal>>;
  readonly accept: (judgement: Judgement) => Promise<Answered<Sent, Refusal>>;
  /** What was judged is not accepted: limits count what was, once. */
  readonly giveBack: (judgement: Judgement) => void;
};

/** Answers after the commit. */
export function acceptOnce<Judgement, Sent, Refusal>(
  request: Request,
  steps: Steps<Judgement, Sent, Refusal>,
  ports: ReplyPorts,
): Promise<Reply<Sent, Refusal>> {
  const { caller, idempotency } = request;
  if (idempotency === undefined) return acceptNow(steps);
  const reply = isLate(request, ports.clock) ? Promise.resolve(late) : acceptNow(steps);
  return reply.then(async (told: Reply<Sent, Refusal>) =>
    told.ok ? told : ((await firstReply<Sent>(caller.account.id, idempotency, ports)) ?? told),
  );
}

/** What a request under this key was told when it was accepted. Undefined: nothing was. */
export async function firstReply<Sent>(
  accountId: number,
  idempotency: Idempotency,
  ports: ReplyPorts,
): Promise<Reply<Sent, never> | undefined> {
  const first = await findFirstReply(accountId, idempotency, ports);
  if (first === undefined) return undefined;
  return first.kind === 'repeated' ? repeated<Sent>(first.reply) : otherRequest;
}

/** What the client hears of a commit. */
export function answerOf<Sent>(
  result: AcceptResult,
  { sent, cost }: { readonly sent: Sent; readonly cost: Millionths },
): Answered<Sent> {
  switch (result.kind) {
    case 'accepted':
      return { isNew: true, told: { ok: true, sent } };
    case 'repeated':
      return { isNew: false, told: repeated<Sent>(result.reply) };
    case 'balance is too low':
      return notAccepted({ why: result.kind, balance: result.balance, cost });
    case 'key was used for another request':
      return { isNew: false, told: otherRequest };
    default:
      return unreachable(result);
  }
}

export function notAccepted<Refusal>(refusal: Refusal): Answered<never, Refusal> {
  return { isNew: false, told: { ok: false, refusal } };
}

async function acceptNow<Judgement, Sent, Refusal>({
  judge,
  accept,
  giveBack,
}: Steps<Judgement, Sent, Refusal>): Promise<Reply<Sent, Refusal>> {
  const judging = judge();
  const judged = judging instanceof Promise ? await judging : judging;
  if (!judged.ok) return judged;
  let isNew = false;
  try {
    const answered = await accept(judged.judgement);
    isNew = answered.isNew;
    return answered.told;
  } finally {
    if (!isNew) giveBack(judged.judgement);
  }
}

/** A client that lost the answer repeats its request, and by then the schedule may be in the past. */
function isLate({ scheduledAtMs, idempotency }: Request, clock: Pick<Clock, 'nowMs'>): boolean {
  if (idempotency === undefined || scheduledAtMs === undefined) return false;
  return scheduledAtMs < clock.nowMs();
}

function repeated<Sent>(reply: string): Reply<Sent, never> {
  return { ok: true, sent: JSON.parse(reply) as Sent };
}

const late = { ok: false, refusal: { why: 'schedule is in the past' } } as const;

const otherRequest = {
  ok: false,
  refusal: { why: 'idempotency key was used for another request' },
} as const;
