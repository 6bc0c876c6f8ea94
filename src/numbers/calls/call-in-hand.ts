/** A call that came, as all that deal with it see it. */
import { zero } from '#core/money.ts';
import type { IncomingCall, IncomingCallHandlers } from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import type { CallerLeg } from './call-audio.ts';
import type { EndCause, NewCall } from './call-record.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import type { CallerIdentity } from './caller-identity.ts';

export type CallInHand = {
  readonly id: number;
  readonly call: IncomingCall;
  readonly trunk: Trunk;
  readonly caller: CallerIdentity;
  readonly startedAtMs: number;
};

/** What a call that was not refused takes: it is led on, or a message is recorded. */
export interface Course {
  /** What the call tells until it is answered. */
  readonly handlers: IncomingCallHandlers;
  /** Ends it from outside; once it is over that does nothing. */
  end(cause: EndCause): void;
  /** Settles when the call is over. */
  run(): Promise<void>;
}

/** Its row: nobody's, refused and free of charge as long as nothing else is said. */
export function newCall(
  { id, trunk, caller, startedAtMs }: CallInHand,
  { processId }: Pick<CallServicePorts, 'processId'>,
  over: Partial<NewCall>,
): NewCall {
  return {
    id,
    accountId: null,
    payerId: null,
    number: '',
    hops: [],
    caller: caller.number,
    target: '',
    kind: 'refused',
    trunkIn: trunk.name,
    processId,
    startedAtMs,
    perMinute: zero,
    firstS: 1,
    nextS: 1,
    ...over,
  };
}

/** Where the caller's audio comes from, and where it finds us. */
export function legIn(
  { call, trunk }: CallInHand,
  { ourAddress, bindAddress }: Pick<CallServicePorts, 'ourAddress' | 'bindAddress'>,
): CallerLeg {
  const { address, localAddress } = call.source;
  return {
    trunk: trunk.settings,
    peerAddress: address,
    ourAddress: ourAddress(address, localAddress),
    bindAddress: bindAddress(localAddress),
  };
}
