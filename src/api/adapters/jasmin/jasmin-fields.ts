/** Where a request says what it wants: in the query, in a form, or in JSON whose members are a form's fields. */
import { type OctetFields, parseOctetForm } from '#api/adapters/octet-form.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import { parseBody } from '#api/parameters/body.ts';
import type { Values } from '#api/parameters/value.ts';

/** Undefined: nothing that can be read. */
export function jasminFields(request: HttpRequest): OctetFields | undefined {
  const query = parseOctetForm(request.query);
  if (request.body.length === 0) return query;
  const body = isJson(request)
    ? fieldsOfJson(request.body)
    : parseOctetForm(request.body.toString('latin1').trimEnd());
  return query && body && new Map([...query, ...body]);
}

function isJson({ headers }: HttpRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

function fieldsOfJson(body: Buffer): OctetFields | undefined {
  const { parsed, notation } = parseBody(body);
  if (notation !== 'json' || !parsed.ok) return undefined;
  return new Map(Object.entries(parsed.values).map(([name, value]) => [name, written(value)]));
}

function written(value: Values[string] | undefined): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  return Buffer.from(value === null || value === undefined ? '' : JSON.stringify(value));
}
