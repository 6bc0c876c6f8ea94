/** A session as its offers see it, ours and theirs. */
import type { AgentCore, TakenRequest } from './agent-core.ts';
import type { Dialog } from './dialog.ts';
import type { DigestClient } from './digest.ts';
import type { HeaderField } from './headers.ts';
import type { SessionInterval } from './session-timer.ts';
import type { Flow } from './transport/flow.ts';
import type { Session, SessionEnd, SessionHandlers } from './user-agent.ts';
import type { Reply } from './write-message.ts';

export type SessionOptions = {
  readonly core: AgentCore;
  readonly dialog: Dialog;
  readonly role: 'callee' | 'caller';
  readonly flow: Flow;
  readonly contact: HeaderField;
  readonly digest: DigestClient | undefined;
  readonly interval: SessionInterval;
  readonly localSdp: Buffer | undefined;
  readonly remoteSdp: Buffer | undefined;
  /** Whether the peer's Allow names UPDATE. */
  readonly takesUpdate: boolean;
};

export interface OfferingSession {
  localSdp: Buffer | undefined;
  remoteSdp: Buffer | undefined;
  readonly options: SessionOptions;
  readonly state: Session['state'];
  readonly handlers: SessionHandlers | undefined;
  readonly interval: SessionInterval;
  /** Offers of theirs and of ours: one is open at a time. */
  readonly received: { readonly isOpen: boolean };
  readonly sent: { readonly isOpen: boolean };
  /** The way that requests go. */
  flow(): Promise<Flow>;
  /** Gives what went. */
  reply(taken: TakenRequest, reply: Reply): Buffer;
  /** Sends what was replied before, as long as no ACK says that it came. */
  repeat(taken: TakenRequest, octets: Buffer): () => void;
  /** ACK to a 2xx: a transaction of its own that nobody answers. */
  sendAck(
    cseq: number,
    answer: Buffer | undefined,
    sent: (octets: Buffer, flow: Flow) => void,
  ): void;
  /** A refresh succeeded, of ours or of theirs. */
  renewed(interval: SessionInterval): void;
  /** A refresh was refused; there is time for another. */
  refreshAfter(waitMs: number): void;
  /** Ends for a reason of its own, and says BYE. */
  end(cause: Exclude<SessionEnd['cause'], 'bye'>): void;
}
