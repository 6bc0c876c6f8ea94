/** What the two machines of a server have in common. */
import type { Clock } from '#core/clock.ts';
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';

export interface ServerTransaction {
  readonly key: string;
  readonly flow: Flow;
  /** Sends an answer; false where a final one has gone before it. */
  respond(response: SipResponse): boolean;
  /** The request came again. */
  repeated(): void;
  /** Forgets it, whatever its state. */
  end(): void;
}

export type ServerOptions = {
  readonly key: string;
  /** Where answers go. */
  readonly flow: Flow;
  readonly clock: Clock;
  readonly ended: () => void;
  /** An answer was sent again. */
  readonly repeats?: (() => void) | undefined;
};
