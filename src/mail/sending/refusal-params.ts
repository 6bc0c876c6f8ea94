/** What the sentence of a refused email names, for each address where it is about addresses. */
import { balanceParams, limitParams } from '#accounts/limits/limit-refusal.ts';
import { unreachable } from '#core/assert.ts';
import type { Params } from '#core/words.ts';
import type { EmailRefusal } from './email-request.ts';

export function mailRefusalParams(
  refusal: EmailRefusal,
  currency: string,
): readonly [Params, ...Params[]] {
  if (refusal.why !== 'recipients are suppressed') return [ofAll(refusal, currency)];
  const [first = {}, ...others] = refusal.addresses.map((address) => ({ address }));
  return [first, ...others];
}

function ofAll(
  refusal: Exclude<EmailRefusal, { readonly why: 'recipients are suppressed' }>,
  currency: string,
): Params {
  switch (refusal.why) {
    case 'mail sender is not verified':
      return { sender: refusal.sender };
    case 'mail is too large':
      return { max: refusal.max };
    case 'limit is reached':
    case 'too much is spent':
      return limitParams(refusal, currency);
    case 'balance is too low':
      return balanceParams(refusal, currency);
    case 'overloaded':
      return { retryAfterS: refusal.retryAfterS };
    case 'mail sender is missing':
    case 'mail has no price':
    case 'idempotency key was used for another request':
    case 'too many report addresses':
    case 'schedule is in the past':
      return {};
    default:
      return unreachable(refusal);
  }
}
