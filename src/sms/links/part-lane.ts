/** The lanes of parts: one owner for each bind of an operator, one suffix for each class and account. */

import { BoundedMap } from '#core/bounded-map.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { engineOf, laneName, ownerOf, suffixOf } from '#queue/lane.ts';
import type { Message, MessageClass } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';

export type PartLane = {
  readonly operatorId: number;
  readonly bind: number;
  readonly class: MessageClass;
  readonly accountId: number;
};

/** What of a message says in which of a bind's lanes its parts wait. */
export type PartSender = Pick<Message, 'class' | 'accountId'>;

export function partLane(operator: Operator, message: PartSender, phone: PhoneNumber): string {
  return partLaneOn(operator.id, bindOf(operator, phone), message);
}

/** Parts of one phone stay on one bind, so that they leave in order (see choose-bind.ts). */
export function bindOf({ settings }: Operator, phone: PhoneNumber): number {
  return digitsOf(phone) % settings.binds;
}

/** Which of so many the phones of one bind are shared out to. */
export function shareAmong(count: number, { settings }: Operator, phone: PhoneNumber): number {
  return Math.floor(digitsOf(phone) / settings.binds) % count;
}

function digitsOf(phone: PhoneNumber): number {
  return Number(phone.slice(-4));
}

export function partLaneOn(operatorId: number, bind: number, message: PartSender): string {
  return laneName(bindLease(operatorId, bind), `${message.class}/${message.accountId}`);
}

/** The lease under which one process has this bind open. */
export function bindLease(operatorId: number, bind: number): string {
  return `sms/${operatorId}/${bind}`;
}

/** The same lane where no engine looks: it waits there until somebody releases it (accounts/limits). */
export function heldLane(lane: string): string {
  return `held${lane.slice('sms'.length)}`;
}

/** The same lane while a campaign is paused: it waits there until the campaign goes on. */
export function pausedLane(lane: string, campaignId: number): string {
  return `paused${lane.slice('sms'.length)}/${campaignId}`;
}

/** Of such a lane: the campaign, and the lane from which its parts leave. */
export function readPausedLane(paused: string) {
  const end = paused.lastIndexOf('/');
  const lane = `sms${paused.slice('paused'.length, end)}`;
  return { campaignId: Number(paused.slice(end + 1)), lane };
}

/** Names read lately: taking one apart costs five times as much as finding it. */
const known = new BoundedMap<string, PartLane>(10_000);

/** Undefined for a name that this version did not make. */
export function readPartLane(lane: string): PartLane | undefined {
  const standing = known.get(lane);
  if (standing !== undefined) return standing;
  const read = takeApart(lane);
  if (read !== undefined) known.set(lane, read);
  return read;
}

function takeApart(lane: string): PartLane | undefined {
  const [, operatorId, bind] = ownerOf(lane).split('/');
  const [messageClass, accountId] = suffixOf(lane).split('/');
  if (engineOf(lane) !== 'sms' || accountId === undefined || bind === undefined) return undefined;
  if (messageClass !== 'urgent' && messageClass !== 'normal' && messageClass !== 'bulk') {
    return undefined;
  }
  return {
    operatorId: Number(operatorId),
    bind: Number(bind),
    class: messageClass,
    accountId: Number(accountId),
  };
}
