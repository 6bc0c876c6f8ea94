/** What the engine's refusals say to a client. */
import { errors } from '#api/errors.ts';
import type { Language } from '#api/language.ts';
import { type FieldValue, type Problem, type Refusal, refuse, sentence } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import { formatExact } from '#core/money.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import type { NamesPhones, SendRefusal } from '#sms/send-request.ts';
import type { Call } from './command.ts';
import { limitRefusal } from './key-money.ts';

/** Of one recipient among others: its code and what it means. */
export function sayRefusal(
  problem: Problem,
  language: Language,
): {
  readonly code: number;
  readonly message: FieldValue;
} {
  return { code: errors[problem.word].code, message: sentence(problem, language) };
}

export function sendRefusal(refusal: SendRefusal, call: Call): Refusal {
  const { why } = refusal;
  switch (why) {
    case 'text is empty':
      return refuse(why, { field: 'message' });
    case 'text is too long': {
      const { parts, partsMax } = refusal;
      return refuse(why, { field: 'message', details: { parts, partsMax } });
    }
    case 'sender is not allowed':
      return call.parameters.get('virtualNumber') === undefined
        ? refuse(why, { field: 'sender', details: { sender: refusal.sender } })
        : refuse('virtual number is not yours', { field: 'virtualNumber' });
    case 'no price':
    case 'no operator':
    case 'country is closed':
    case 'number is costly':
    case 'price is above the ceiling':
    case 'stopped':
      return refusePhones(why, refusal.phones);
    case 'limit is reached':
    case 'too much is spent':
      return limitRefusal(refusal, call.caller.account.currency);
    case 'balance is too low': {
      const { balance, cost } = refusal;
      const { currency } = call.caller.account;
      return refuse(why, {
        details: { balance: formatExact(balance), cost: formatExact(cost), currency },
      });
    }
    case 'idempotency key was used for another request':
      return refuse(why, { field: 'idempotencyKey' });
    case 'there is no short number':
      return refuse(why, { field: 'isStopSms' });
    case 'too many report addresses':
      return refuse(why, { field: 'urlDlr' });
    case 'overloaded':
      return refuse(why, { retryAfterS: refusal.retryAfterS });
    case 'simulator is off':
      return refuse(why, { field: 'apiKey' });
    case 'schedule is in the past':
      return refuse(why, { field: 'scheduledDeliveryDate' });
    default:
      return unreachable(why);
  }
}

/** One element for each phone. */
function refusePhones(word: NamesPhones, phones: readonly PhoneNumber[]): Refusal {
  const [first, ...others] = phones.map(
    (phone): Problem => ({ word, field: 'phoneNumbers', details: { number: formatPhone(phone) } }),
  );
  return { ok: false, problems: [first ?? { word, field: 'phoneNumbers' }, ...others] };
}
