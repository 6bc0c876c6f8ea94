/** Which operator carries the text to each phone, and what a part to it costs. */
import type { Directory } from '#sms/directory.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { type Addressee, isTest, type Routed, type Sorted, type TurnedAway } from './judgement.ts';

export function routeAndPrice(
  addressees: readonly Addressee[],
  request: SendRequest,
  ports: { readonly directory: () => Directory },
): Sorted<Routed> {
  const directory = ports.directory();
  const test = isTest(request);
  const going: Routed[] = [];
  const turnedAway: TurnedAway[] = [];
  for (const { phone, text } of addressees) {
    const operator = directory.operatorFor(phone, test);
    const price = directory.priceOf(phone);
    if (price === undefined) turnedAway.push({ phone, refusal: { why: 'no price' } });
    else if (operator === undefined) {
      const why = test ? 'simulator is off' : 'no operator';
      turnedAway.push({ phone, refusal: { why } });
    } else going.push({ phone, text, operator, price });
  }
  return { going, turnedAway };
}
