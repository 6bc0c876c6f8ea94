/**
 * Where a sendsms request says what it wants: in the query, in a form, or, where the body is the text
 * itself, in headers whose names begin with X-Kannel.
 */
import { type OctetFields, parseOctetForm } from '#api/adapters/octet-form.ts';
import type { HttpRequest } from '#api/http/http-message.ts';

const formType = /^application\/x-www-form-urlencoded\b/i;
const textTypes = /^(?:text\/plain|application\/octet-stream)\b/i;
const headerStart = 'x-kannel-';

/** Undefined: the body is of a kind that says nothing here. */
export function sendsmsFields(request: HttpRequest): OctetFields | undefined {
  const query = parseOctetForm(request.query);
  if (request.body.length === 0) return query;
  const type = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (formType.test(type)) {
    const form = parseOctetForm(request.body.toString('latin1').trimEnd());
    return query && form && new Map([...form, ...query]);
  }
  return textTypes.test(type) ? fieldsOfHeaders(request, type) : undefined;
}

/** Octets in a header are written in hexadecimal digits. */
function fieldsOfHeaders({ headers, body }: HttpRequest, type: string): OctetFields {
  const fields = new Map<string, Buffer>([['text', body]]);
  const charset = /;\s*charset="?(?<name>[\w.:-]+)/i.exec(type)?.groups?.['name'];
  if (charset !== undefined) fields.set('charset', Buffer.from(charset));
  for (const [name, value = ''] of Object.entries(headers)) {
    if (!name.startsWith(headerStart)) continue;
    const field = name.slice(headerStart.length);
    fields.set(field, Buffer.from(value, field === 'udh' ? 'hex' : 'latin1'));
  }
  return fields;
}
