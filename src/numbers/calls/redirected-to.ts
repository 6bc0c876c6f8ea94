/**
 * Where a call goes that its callee has redirected (RFC 3261 §8.1.3.4). Who answers 302 must not send calls where the
 * account may not call, nor at its cost: only the number in Contact counts, and the account's rules hold for it.
 */
import type { PhoneNumber } from '#core/phone-number.ts';
import { parseNameAddress, splitLists } from '../sip/fields.ts';
import type { SipResponse } from '../sip/message.ts';
import { firstReserve } from './call-money.ts';
import type { Decision } from './call-policy.ts';
import type { CallServicePorts } from './call-service-ports.ts';
import { payablePrice } from './decide-call.ts';
import { phoneIn } from './dialled-number.ts';

type Forward = Extract<Decision, { readonly kind: 'forward' }>;

/** Undefined where it may not go. What was set aside must do: nothing dearer than the number that was to be called. */
export async function redirectedTo(
  redirection: SipResponse,
  decision: Forward,
  ports: Pick<CallServicePorts, 'mayCall' | 'prices' | 'limits' | 'trunks' | 'health' | 'random'>,
): Promise<Forward | undefined> {
  const { payer, hops } = decision;
  const target = targetIn(redirection);
  const isCircle = target === decision.target || hops.some(({ number }) => number.phone === target);
  if (target === undefined || isCircle || !(await ports.mayCall(payer, target))) return undefined;
  const price = payablePrice(payer.id, target, ports);
  if (price === undefined || firstReserve(price) > firstReserve(decision.price)) return undefined;
  const trunks = ports.health.inOrder(ports.trunks().toward(target, ports.random));
  return trunks.length === 0 ? undefined : { ...decision, target, price, trunks };
}

/** §21.3: the first Contact; what stands behind the @ is not where calls go. */
function targetIn({ headers }: SipResponse): PhoneNumber | undefined {
  const [first] = splitLists(headers.all('contact')) ?? [];
  const uri = first === undefined ? undefined : parseNameAddress(first)?.uri;
  return uri && phoneIn(uri);
}
