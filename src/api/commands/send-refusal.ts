/** What the engine's refusals say to a client. */
import { errors } from '#api/errors.ts';
import type { Language } from '#api/language.ts';
import { type FieldValue, type Problem, type Refusal, refuse, sentence } from '#api/reply.ts';
import type { Params } from '#core/words.ts';
import type { SendRefusal } from '#sms/send-request.ts';
import { refusalParams } from '#sms/sending/refusal-params.ts';
import type { Call } from './command.ts';

/** Of one recipient among others: its code and what it means. */
export function sayRefusal(
  problem: Problem,
  language: Language,
): { readonly code: number; readonly message: FieldValue } {
  return { code: errors[problem.word].code, message: sentence(problem, language) };
}

/** The parameter that each is about. */
const fields: Readonly<Record<SendRefusal['why'], string | undefined>> = {
  'text is empty': 'message',
  'text is too long': 'message',
  'sender is not allowed': 'sender',
  'no price': 'phoneNumbers',
  'no operator': 'phoneNumbers',
  'country is closed': 'phoneNumbers',
  'number is costly': 'phoneNumbers',
  'price is above the ceiling': 'phoneNumbers',
  stopped: 'phoneNumbers',
  'limit is reached': undefined,
  'too much is spent': undefined,
  'balance is too low': undefined,
  'idempotency key was used for another request': 'idempotencyKey',
  'there is no short number': 'isStopSms',
  'too many report addresses': 'urlDlr',
  overloaded: undefined,
  'simulator is off': 'apiKey',
  'schedule is in the past': 'scheduledDeliveryDate',
};

export function sendRefusal(refusal: SendRefusal, call: Call): Refusal {
  const { why } = refusal;
  const isNumber = call.parameters.get('virtualNumber') !== undefined;
  if (why === 'sender is not allowed' && isNumber) {
    return refuse('virtual number is not yours', { field: 'virtualNumber' });
  }
  const [first, ...others] = refusalParams(refusal, call.caller.account.currency);
  const problemOf = (details: Params): Problem => ({ word: why, field: fields[why], details });
  return {
    ok: false,
    problems: [problemOf(first), ...others.map(problemOf)],
    retryAfterS: 'retryAfterS' in refusal ? refusal.retryAfterS : undefined,
  };
}
