/** The client's own key for a request: the same key with the same request hears the first answer again. */
import type { Fields } from '#api/parameters/fields.ts';
import { fingerprintOf, type Idempotency } from '#core/idempotency.ts';
import type { Call } from './command.ts';

const field = 'idempotencyKey';
const charactersMax = 255;

/** The header `Idempotency-Key` or the parameter; `asked` is all that makes two requests different. */
export function readIdempotency(
  fields: Fields,
  call: Call,
  asked: object,
): Idempotency | undefined {
  const parameter = fields.label(field, charactersMax);
  const key = call.idempotencyKey ?? parameter;
  if (key === undefined || key === '') return undefined;
  if (parameter !== undefined && parameter !== key) {
    return fields.refuse('parameter is given twice', field);
  }
  if (key.length > charactersMax) {
    return fields.refuse('value is too long', field, { max: charactersMax });
  }
  return { key, fingerprint: fingerprintOf({ ...asked, mode: call.caller.key.mode }) };
}

/** Whether the request has a key, so that it may be a repeat. */
export function isKeyed(fields: Fields, call: Call): boolean {
  return (call.idempotencyKey ?? '') !== '' || fields.value(field) !== undefined;
}
