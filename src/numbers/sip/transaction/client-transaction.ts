/** What the two machines of a client have in common. */
import { boundary } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import type { SipRequest, SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import type { Envelope } from '../validate.ts';

/** What a client transaction does right behind the call that it is in. */
export const laterInTurn = boundary('sip.turn', 'timer');

export type ClientFailure =
  | { readonly kind: 'timed out' }
  | { readonly kind: 'unreachable'; readonly cause: string };

export interface ClientUser {
  /** Provisionals, and each 2xx to an INVITE; any other final answer once. */
  response(response: SipResponse, envelope: Envelope): void;
  /** Instead of a final answer. */
  failed(failure: ClientFailure): void;
}

export interface ClientTransaction {
  readonly key: string;
  readonly flow: Flow;
  take(response: SipResponse, envelope: Envelope): void;
  /** The connection is gone. */
  lost(cause: string): void;
  end(): void;
}

export type ClientOptions = {
  readonly key: string;
  readonly flow: Flow;
  /** With its Via. */
  readonly request: SipRequest;
  readonly clock: Clock;
  readonly user: ClientUser;
  readonly ended: () => void;
  /** The request was sent again. */
  readonly repeats?: (() => void) | undefined;
};
