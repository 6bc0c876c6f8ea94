/** What an operator's answer to a submit means for the part (the codes of SMPP 3.4 §5.1.3). */
import { status } from '#sms/smpp/status.ts';

export type SubmitVerdict =
  /** Not this part's fault: it goes again when the bind may. */
  | { readonly do: 'slow down' }
  | { readonly do: 'rebind' }
  | { readonly do: 'retry'; readonly inMs: number }
  | {
      readonly do: 'refuse';
      readonly reason: string;
      readonly fault: 'ours' | 'the message';
      /** Another operator may take it. */
      readonly elsewhere: boolean;
    };

const firstLaterMs = 30_000;
const laterMaxMs = 600_000;
const againMs = 30_000;
/** After the first attempt. */
const againMax = 2;

const later: ReadonlySet<number> = new Set([status.messageQueueFull, status.temporaryAppError]);

/** Our settings do not fit this operator: no other message would fare better. */
const setup: readonly (readonly [from: number, to: number])[] = [
  [0x01, 0x03],
  [0x06, 0x07],
  [0x15, 0x15],
  [0x42, 0x43],
  [0x48, 0x55],
  [0x61, 0x63],
  [0xc0, 0xc4],
  [0x100, 0x106],
];

/** 0x0A: the sender; 0x0B, 0x65, 0x66, 0xFE: this message will never be taken. */
const refusals: ReadonlySet<number> = new Set([
  status.invalidDestination,
  status.permanentAppError,
  status.rejectedByApp,
  0xfe,
]);

/** Of a status that is not 0; `attempt` is how many have failed before. */
export function judgeRefusal(commandStatus: number, attempt: number): SubmitVerdict {
  if (commandStatus === status.throttled) return { do: 'slow down' };
  if (commandStatus === status.incorrectBindStatus) return { do: 'rebind' };
  if (later.has(commandStatus)) {
    return { do: 'retry', inMs: Math.min(laterMaxMs, firstLaterMs * 2 ** attempt) };
  }
  const reason = `refused_0x${commandStatus.toString(16).padStart(2, '0')}`;
  if (commandStatus === status.invalidSource) {
    return { do: 'refuse', reason: 'sender_refused', fault: 'the message', elsewhere: true };
  }
  if (refusals.has(commandStatus)) {
    return { do: 'refuse', reason, fault: 'the message', elsewhere: false };
  }
  if (setup.some(([from, to]) => commandStatus >= from && commandStatus <= to)) {
    return { do: 'refuse', reason, fault: 'ours', elsewhere: true };
  }
  // 0x08, 0x45, 0xFF, vendors' codes and what nobody knows: it may pass.
  if (attempt < againMax) return { do: 'retry', inMs: againMs };
  return { do: 'refuse', reason, fault: 'the message', elsewhere: true };
}
