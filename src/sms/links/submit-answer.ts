/** What an operator's answer to a submit means for the part (the codes of SMPP 3.4 §5.1.3). */
import { unreachable } from '#core/assert.ts';
import type { StatusClass } from '#sms/operator.ts';
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

/** Of a status that is not 0; `attempt` is how many have failed before. `table` speaks for the vendor's codes. */
export function judgeRefusal(
  commandStatus: number,
  attempt: number,
  table: Readonly<Record<string, StatusClass>> = noTable,
): SubmitVerdict {
  const code = codeOf(commandStatus);
  const reason = `refused_${code}`;
  const asked = classOf(commandStatus, table);
  switch (asked) {
    case 'slow-down':
      return { do: 'slow down' };
    case 'rebind':
      return { do: 'rebind' };
    case 'later':
      return { do: 'retry', inMs: Math.min(laterMaxMs, firstLaterMs * 2 ** attempt) };
    case 'sender':
      return { do: 'refuse', reason: 'sender_refused', fault: 'the message', elsewhere: true };
    case 'refused':
      return { do: 'refuse', reason, fault: 'the message', elsewhere: false };
    case 'setup':
      return { do: 'refuse', reason, fault: 'ours', elsewhere: true };
    case 'again':
      if (attempt < againMax) return { do: 'retry', inMs: againMs };
      return { do: 'refuse', reason, fault: 'the message', elsewhere: true };
    default:
      return unreachable(asked);
  }
}

const noTable: Readonly<Record<string, StatusClass>> = {};

const classes: ReadonlyMap<number, StatusClass> = new Map([
  [status.throttled, 'slow-down'],
  [status.incorrectBindStatus, 'rebind'],
  [status.messageQueueFull, 'later'],
  [status.temporaryAppError, 'later'],
  [status.invalidSource, 'sender'],
  // This message will never be taken.
  [status.invalidDestination, 'refused'],
  [status.permanentAppError, 'refused'],
  [status.rejectedByApp, 'refused'],
  [0xfe, 'refused'],
]);

/** Of a status that is not 0. 0x08, 0x45, 0xFF, vendors' codes and what nobody knows may pass: `again`. */
export function classOf(
  commandStatus: number,
  table: Readonly<Record<string, StatusClass>> = noTable,
): StatusClass {
  const code = codeOf(commandStatus);
  const named = Object.hasOwn(table, code) ? table[code] : undefined;
  const known = named ?? classes.get(commandStatus);
  if (known !== undefined) return known;
  const isSetup = setup.some(([from, to]) => commandStatus >= from && commandStatus <= to);
  return isSetup ? 'setup' : 'again';
}

function codeOf(commandStatus: number): string {
  return `0x${commandStatus.toString(16).padStart(2, '0')}`;
}
