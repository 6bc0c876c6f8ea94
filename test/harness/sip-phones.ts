/** Two user agents on loopback, a caller and a callee, whose every step a test awaits. */
import { type Clock, systemClock } from '#core/clock.ts';
import { SipAgent } from '#numbers/sip/agent.ts';
import type { SipNames } from '#numbers/sip/resolve.ts';
import type {
  CallFailure,
  CallOrder,
  CountedEvent,
  Hop,
  IncomingCall,
  IncomingCallHandlers,
  IncomingOffer,
  OfferReply,
  OutgoingCall,
  Session,
  SessionEnd,
  SessionHandlers,
  Trace,
  TransportName,
  UserAgentSettings,
} from '#numbers/sip/user-agent.ts';
import { Queue } from './queue.ts';

/** What happened to a phone, in order, in words. */
export class Phone implements AsyncDisposable {
  readonly agent: SipAgent;
  readonly told: PhoneEvents;

  constructor(agent: SipAgent, told: PhoneEvents) {
    this.agent = agent;

    this.told = told;
  }

  get hop(): Hop {
    const [first] = this.agent.listeners;
    if (first === undefined) throw new Error('the phone has no listener');
    return first;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agent[Symbol.asyncDispose]();
  }
}

export type Answered = { readonly session: Session; readonly sdp: Buffer | undefined };

export class PhoneEvents {
  readonly calls = new Queue<IncomingCall>();
  readonly cancelled = new Queue<string>();
  readonly earlyAnswers = new Queue<string>();
  readonly rings = new Queue<{ status: number; fork: string; sdp: Buffer | undefined }>();
  readonly answered = new Queue<Answered>();
  readonly failed = new Queue<CallFailure>();
  readonly acks = new Queue<Buffer | undefined>();
  readonly offers = new Queue<IncomingOffer>();
  readonly infos = new Queue<string>();
  readonly ends = new Queue<SessionEnd>();
  readonly counted: CountedEvent[] = [];
  readonly traces: Trace[] = [];
  /** How an offer within a session is answered. */
  reply: (offer: IncomingOffer) => Promise<OfferReply> | OfferReply = () => ({ status: 488 });
  /** What an incoming call gets at once; by default it waits in `calls`. */
  take: ((call: IncomingCall) => void) | undefined;

  sessionHandlers(): SessionHandlers {
    return {
      acknowledged: (answer) => this.acks.add(answer),
      offered: (offer) => {
        this.offers.add(offer);
        return this.reply(offer);
      },
      info: ({ contentType, body }) => {
        this.infos.add(`${contentType}: ${body.toString()}`);
        return 200;
      },
      ended: (end) => this.ends.add(end),
    };
  }

  callHandlers(): IncomingCallHandlers {
    return {
      cancelled: (why, reason) =>
        this.cancelled.add(reason === undefined ? why : `${why}: ${reason}`),
      answeredEarly: (answer) => this.earlyAnswers.add(answer.toString()),
      offered: (offer) => this.reply(offer),
    };
  }
}

export type PhoneWish = {
  readonly transport?: TransportName;
  readonly clock?: Clock;
  readonly names?: SipNames;
  readonly admits?: () => boolean;
  /** False: what crosses the wire is not kept. */
  readonly traces?: boolean;
  readonly settings?: Partial<UserAgentSettings>;
};

export async function openPhone(wish: PhoneWish = {}): Promise<Phone> {
  const { transport = 'udp', clock = systemClock, admits = () => true, settings, names } = wish;
  const { traces = true } = wish;
  const told = new PhoneEvents();
  const agent = await SipAgent.open(
    {
      listeners: [{ transport, host: '127.0.0.1', port: 0 }],
      publicAddress: undefined,
      product: 'Parley',
      ...settings,
    },
    {
      admits,
      incoming: (call) => {
        if (told.take === undefined) told.calls.add(call);
        else told.take(call);
        return told.callHandlers();
      },
      counted: (what) => told.counted.push(what),
      ...(traces && { traced: (trace) => told.traces.push(trace) }),
    },
    { clock, random: () => 0.5, names },
  );
  return new Phone(agent, told);
}

export const offerSdp = describe('offer');
export const answerSdp = describe('answer');

/** A description that can be told from others by its user name; `port` is where it wants to hear. */
export function describe(name: string, version = 1, port = 40_000): Buffer {
  const lines = [
    'v=0',
    `o=${name} 1 ${version} IN IP4 127.0.0.1`,
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 8 101`,
    'a=rtpmap:101 telephone-event/8000',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** Where who described itself so wants to hear. */
export function audioPortIn(description: Buffer | undefined): number {
  return Number(/^m=audio (?<port>\d+)/m.exec(description?.toString() ?? '')?.groups?.['port']);
}

/** Rings the other phone. */
export function dial(from: Phone, to: Phone | Hop, order: Partial<CallOrder> = {}): OutgoingCall {
  const hop = to instanceof Phone ? to.hop : to;
  const { told } = from;
  return from.agent.call(
    {
      hop,
      uri: `sip:+33639980001@127.0.0.1:${hop.port}`,
      from: '"A. Caller" <sip:+37060000001@127.0.0.1>',
      to: '<sip:+33639980001@127.0.0.1>',
      offer: offerSdp,
      ...order,
    },
    {
      ringing: ({ status, fork, sdp }) => told.rings.add({ status, fork, sdp }),
      answered: (session, { sdp }) => {
        if ('offer' in order && order.offer === undefined) told.answered.add({ session, sdp });
        else {
          session.acknowledge();
          told.answered.add({ session, sdp });
        }
        return told.sessionHandlers();
      },
      failed: (failure) => told.failed.add(failure),
    },
  );
}

/** A call from one to the other that has been answered and acknowledged. */
export async function talk(
  caller: Phone,
  callee: Phone,
  order: Partial<CallOrder> = {},
): Promise<{ ofCaller: Session; ofCallee: Session }> {
  dial(caller, callee, order);
  const call = await callee.told.calls.next();
  const ofCallee = call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
  if (ofCallee === undefined) throw new Error('the call was over');
  const { session } = await caller.told.answered.next();
  await callee.told.acks.next();
  return { ofCaller: session, ofCallee };
}
