/** An answer becomes the bytes that its client asked for. */
import type { XmlForm } from '#accounts/account.ts';
import type { HttpReply, RequestHead } from './http/http-message.ts';
import { interfaceHeaders } from './http/surface-headers.ts';
import { preferredLanguage } from './language.ts';
import { renderFile } from './octets-reply.ts';
import type { Format } from './parameters/request-parameters.ts';
import {
  type Answer,
  envelope,
  type Fields,
  type Refusal,
  replyOf,
  type Success,
} from './reply.ts';
import { writeXml } from './xml-reply.ts';

/** JSON has no charset parameter: a widely used client compares the whole header. */
const contentTypes: Readonly<Record<Format, readonly string[]>> = {
  json: [...interfaceHeaders, 'Content-Type', 'application/json'],
  xml: [...interfaceHeaders, 'Content-Type', 'application/xml; charset=utf-8'],
};

/** Success is exactly 200. */
export function render(
  answer: Answer,
  format: Format,
  head: RequestHead,
  xmlForm?: XmlForm,
): HttpReply {
  const write = (fields: Fields) => writeIn(format, fields, xmlForm);
  if (answer.ok) return renderSuccess(answer, format, head, write);
  const fields = envelope(answer, preferredLanguage(head.headers['accept-language']));
  return {
    status: replyOf(answer).status,
    headers: [...contentTypes[format], ...refusalHeaders(answer)],
    body: write(fields),
  };
}

function renderSuccess(
  { fields, json, stream, file }: Success,
  format: Format,
  { headers: { range } }: RequestHead,
  write: (fields: Fields) => string,
): HttpReply {
  if (file !== undefined) return renderFile(file, range, interfaceHeaders);
  if (stream !== undefined) {
    const headers = [...interfaceHeaders, 'Content-Type', stream.contentType];
    return { status: 200, headers, body: '', stream: stream.start };
  }
  const isWritten = json !== undefined && format === 'json';
  const body = isWritten ? json() : write(fields);
  return { status: 200, headers: contentTypes[format], body };
}

function writeIn(format: Format, fields: Fields, xmlForm: XmlForm | undefined): string {
  return format === 'json' ? JSON.stringify(fields) : writeXml(fields, xmlForm);
}

function refusalHeaders({ retryAfterS, allow }: Refusal): readonly string[] {
  return [
    ...(retryAfterS === undefined
      ? []
      : ['Retry-After', String(Math.max(1, Math.ceil(retryAfterS)))]),
    ...(allow === undefined ? [] : ['Allow', allow]),
  ];
}
