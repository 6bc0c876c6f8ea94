/** What a customer's submit gets for each reason to refuse it: the table beside `api/errors.ts`. */
import type { SendRefusal } from '#sms/send-request.ts';
import { status } from '#sms/smpp/status.ts';

/**
 * 0x45 where the standard has no word: neither the message nor its addresses are wrong. What may pass
 * by waiting is 0x14, 0x58 or 0x08, which clients take as "later".
 */
const statuses: Readonly<Record<SendRefusal['why'], number>> = {
  'text is empty': status.invalidMessageLength,
  'text is too long': status.invalidMessageLength,
  'sender is not allowed': status.invalidSource,
  'no price': status.invalidDestination,
  'no operator': status.invalidDestination,
  'country is closed': status.invalidDestination,
  'number is costly': status.invalidDestination,
  'price is above the ceiling': status.invalidDestination,
  // Whoever is too fast is told as an operator would tell it.
  'limit is reached': status.throttled,
  'too much is spent': status.submitFailed,
  'schedule is in the past': status.invalidSchedule,
  'simulator is off': status.submitFailed,
  'balance is too low': status.submitFailed,
  'idempotency key was used for another request': status.submitFailed,
  'too many report addresses': status.submitFailed,
  'there is no short number': status.submitFailed,
  stopped: status.invalidDestination,
  overloaded: status.messageQueueFull,
};

export function submitStatus({ why }: SendRefusal): number {
  return statuses[why];
}
