/** Why a part waits, from what is known anyway: its job, the last answer it got, its operator and its bind. */
import type { Operator } from '#sms/operator.ts';
import { answerName } from './kept-pdu.ts';
import type { PduRecord, WaitingRecord } from './message-record-store.ts';

export const waitingReasons = [
  'limit',
  'campaign paused',
  'scheduled',
  'quiet hours',
  'lane stopped',
  'operator paused',
  'slow down',
  'queue full',
  'refused for now',
  'no answer',
  'no bind',
  'operator silent',
  'rate lowered',
  'sender rate',
  'in line',
] as const;

export type WaitingReason = (typeof waitingReasons)[number];

/** `status`: of the operator's last answer, by the standard's name; empty where the answer is not the reason. */
export type WhyWaiting = { readonly reason: WaitingReason; readonly status: string };

/** What its bind does now. */
export type BindCondition = {
  readonly isUp: boolean;
  readonly isSilent: boolean;
  /** Submits a second that it allows itself; null: as fast as the window. */
  readonly ratePerSecond: number | null;
};

export type WaitingAround = {
  readonly nowMs: number;
  readonly scheduledAtMs: number | null;
  readonly validUntilMs: number;
  readonly isLaneStopped: boolean;
  /** Undefined: it is gone. */
  readonly operator: Pick<Operator, 'id' | 'state' | 'settings'> | undefined;
  /** Undefined: nobody tells of it. */
  readonly bind: BindCondition | undefined;
  readonly pdus: readonly PduRecord[];
};

const throttled = 0x58;
const queueFull = 0x14;
/** A part that was throttled alone goes again after a second; quiet hours last longer. */
const throttledAloneMs = 2_000;
/** The longest that a throttled part waits for its next submit. */
const putOffInMemoryMs = 3_000;

/** The first that holds: what a person has decided, then what the part has met, then what its bind does. */
export function whyWaiting(waiting: WaitingRecord, around: WaitingAround): WhyWaiting {
  const { isLaneStopped, operator } = around;
  if (waiting.lane.startsWith('held/')) return because('limit');
  if (waiting.lane.startsWith('paused/')) return because('campaign paused');
  if (isLaneStopped) return because('lane stopped');
  if (operator?.state === 'paused') return because('operator paused');
  return putOff(waiting, around) ?? slowedDown(waiting, around) ?? because(ofBind(around));
}

function because(reason: WaitingReason): WhyWaiting {
  return { reason, status: '' };
}

/** It may not go before an instant that lies ahead. */
function putOff(waiting: WaitingRecord, around: WaitingAround): WhyWaiting | undefined {
  const { nowMs, scheduledAtMs, validUntilMs } = around;
  const { dueAtMs, attempt, unanswered } = waiting;
  if (dueAtMs <= nowMs) return undefined;
  const answer = lastRefusal(waiting, around);
  if (answer !== undefined) return ofAnswer(answer);
  // An operator whose uncertain submits are held keeps them until their validity ends.
  if (unanswered > 0 || dueAtMs >= validUntilMs) return { reason: 'no answer', status: '' };
  if (scheduledAtMs !== null && dueAtMs <= scheduledAtMs)
    return { reason: 'scheduled', status: '' };
  // All answers are kept but those that come in floods: queue full counts an attempt, throttled does not.
  if (attempt > 0) return { reason: 'queue full', status: '' };
  const isSoon = dueAtMs - nowMs <= throttledAloneMs;
  return { reason: isSoon ? 'slow down' : 'quiet hours', status: '' };
}

function lastRefusal({ part }: WaitingRecord, { pdus, operator }: WaitingAround) {
  const last = pdus.findLast((pdu) => pdu.part === part && pdu.command === 'submit_sm_resp');
  return last !== undefined && last.status !== 0 && last.operatorId === operator?.id
    ? last.status
    : undefined;
}

function ofAnswer(status: number): WhyWaiting {
  const reason =
    status === throttled ? 'slow down' : status === queueFull ? 'queue full' : 'refused for now';
  return { reason, status: answerName(status) };
}

/** A part that was throttled alone waits in memory: its job stands as due, and its last answer says why. */
function slowedDown(waiting: WaitingRecord, around: WaitingAround): WhyWaiting | undefined {
  const { bind } = around;
  if (bind === undefined || !bind.isUp || bind.isSilent) return undefined;
  const { pdus, nowMs } = around;
  const recent = pdus.filter(({ atMs }) => nowMs - atMs <= putOffInMemoryMs);
  const answer = lastRefusal(waiting, { ...around, pdus: recent });
  return answer === throttled ? ofAnswer(answer) : undefined;
}

/** It is due, and its bind has not taken it yet. */
function ofBind({ bind, operator }: WaitingAround): WaitingReason {
  if (bind === undefined || !bind.isUp) return 'no bind';
  if (bind.isSilent) return 'operator silent';
  const { ratePerSecond = null, senderRatePerSecond = null } = operator?.settings ?? {};
  const { ratePerSecond: now } = bind;
  if (now !== null && (ratePerSecond === null || now < ratePerSecond)) return 'rate lowered';
  return senderRatePerSecond === null ? 'in line' : 'sender rate';
}
