/**
 * By which bind of its operator a message to one phone leaves.
 *
 * Where processes share the binds, one of the accepting process is chosen: the parts are handed over in memory, and no
 * other process reads them from the table. A bind that does not keep up leaves the message to all binds alike. So the
 * messages of one phone leave in order where one process accepts them, or where all binds keep up.
 */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Message } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';
import { bindOf, partLaneOn, shareAmong } from './part-lane.ts';

/** A bind of this process; `place`: which of its operator's binds it is. */
export type NearBind = {
  readonly place: number;
  readonly bind: {
    /** Whether what goes to this lane leaves at once. */
    keepsUp(lane: string): boolean;
  };
};

export function chooseBind(
  operator: Operator,
  phone: PhoneNumber,
  sender: Pick<Message, 'class' | 'accountId'>,
  near: readonly NearBind[],
): number {
  const usual = bindOf(operator, phone);
  if (near.length >= operator.settings.binds || near.some(({ place }) => place === usual)) {
    return usual;
  }
  const chosen = near[shareAmong(near.length, operator, phone)];
  if (chosen === undefined) return usual;
  const { bind, place } = chosen;
  return bind.keepsUp(partLaneOn(operator.id, place, sender)) ? place : usual;
}
