/** What the engine's refusals of emails say to a client. */
import { type Problem, type Refusal, refuse } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import { formatExact } from '#core/money.ts';
import type { EmailRefusal } from '#mail/sending/email-request.ts';
import type { Call } from '../command.ts';
import { limitRefusal } from '../key-money.ts';

export function mailRefusal(refusal: EmailRefusal, call: Call): Refusal {
  const { why } = refusal;
  const { currency } = call.caller.account;
  switch (why) {
    case 'mail sender is missing':
      return refuse(why, { field: 'from' });
    case 'mail sender is not verified':
      return refuse(why, { field: 'from', details: { sender: refusal.sender } });
    case 'recipients are suppressed':
      return refuseAddresses(refusal.addresses);
    case 'mail is too large':
      return refuse(why, { field: 'htmlContent', details: { max: refusal.max } });
    case 'mail has no price':
      return refuse(why, { field: 'apiKey' });
    case 'limit is reached':
    case 'too much is spent':
      return limitRefusal(refusal, currency);
    case 'balance is too low': {
      const { balance, cost } = refusal;
      const details = { balance: formatExact(balance), cost: formatExact(cost), currency };
      return refuse(why, { details });
    }
    case 'idempotency key was used for another request':
      return refuse(why, { field: 'idempotencyKey' });
    case 'too many report addresses':
      return refuse(why, { field: 'webhookUrl' });
    case 'schedule is in the past':
      return refuse(why, { field: 'scheduledDeliveryDate' });
    case 'overloaded':
      return refuse(why, { retryAfterS: refusal.retryAfterS });
    default:
      return unreachable(why);
  }
}

/** One element for each address. */
function refuseAddresses(addresses: readonly string[]): Refusal {
  const word = 'recipients are suppressed';
  const [first, ...others] = addresses.map(
    (address): Problem => ({ word, field: 'to', details: { address } }),
  );
  return { ok: false, problems: [first ?? { word, field: 'to' }, ...others] };
}
