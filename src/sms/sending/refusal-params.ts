/** What the sentence of a refused send names, for each phone where it is about phones. */
import { balanceParams, limitParams } from '#accounts/limits/limit-refusal.ts';
import { unreachable } from '#core/assert.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import type { Params } from '#core/words.ts';
import type { RecipientRefusal, SendRefusal } from '#sms/send-request.ts';

export function refusalParams(
  refusal: SendRefusal,
  currency: string,
): readonly [Params, ...Params[]] {
  if ('phones' in refusal) {
    const [first, ...others] = refusal.phones.map((phone) => ({ number: formatPhone(phone) }));
    return [first ?? {}, ...others];
  }
  return [ofAll(refusal, currency)];
}

function ofAll(refusal: Exclude<SendRefusal, { readonly phones: unknown }>, currency: string) {
  switch (refusal.why) {
    case 'text is too long':
      return { parts: refusal.parts, partsMax: refusal.partsMax };
    case 'sender is not allowed':
      return { sender: refusal.sender };
    case 'limit is reached':
    case 'too much is spent':
      return limitParams(refusal, currency);
    case 'balance is too low':
      return balanceParams(refusal, currency);
    case 'overloaded':
      return { retryAfterS: refusal.retryAfterS };
    case 'text is empty':
    case 'simulator is off':
    case 'there is no short number':
    case 'idempotency key was used for another request':
    case 'too many report addresses':
    case 'schedule is in the past':
      return {};
    default:
      return unreachable(refusal);
  }
}

/** Of one phone among others. */
export function turnedAwayParams(phone: PhoneNumber, refusal: RecipientRefusal): Params {
  const number = formatPhone(phone);
  return 'parts' in refusal
    ? { number, parts: refusal.parts, partsMax: refusal.partsMax }
    : { number };
}
