/**
 * By which bind of its operator a message to one phone leaves.
 *
 * Where processes share the binds, one of the accepting process is chosen: the parts are handed over in memory, and no
 * other process reads them from the table. A bind that does not keep up leaves the message to all binds alike. So the
 * messages of one phone leave in order where one process accepts them, or where all binds keep up.
 */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Operator } from '#sms/operator.ts';
import type { OpenBind } from './open-binds.ts';
import { bindOf, type PartSender, partLaneOn, shareAmong } from './part-lane.ts';

/** A bind of this process. */
export type NearBind = Pick<OpenBind, 'place'> & {
  readonly bind: Pick<OpenBind['bind'], 'keepsUp'>;
};

export function chooseBind(
  operator: Operator,
  phone: PhoneNumber,
  sender: PartSender,
  near: readonly NearBind[],
): number {
  const usual = bindOf(operator, phone);
  if (near.some(({ place }) => place === usual)) return usual;
  const chosen = near[shareAmong(near.length, operator, phone)];
  // The operator may have fewer binds by now than are still open here.
  if (chosen === undefined || chosen.place >= operator.settings.binds) return usual;
  const { bind, place } = chosen;
  return bind.keepsUp(partLaneOn(operator.id, place, sender)) ? place : usual;
}
