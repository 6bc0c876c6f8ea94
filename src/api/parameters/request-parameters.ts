/** Query and body of a request, together, and the format in which its client wants the reply. */
import type { HttpRequest, RequestHead } from '#api/http/http-message.ts';
import type { Problem } from '#api/reply.ts';
import { emptyBody, type Notation, parseBody } from './body.ts';
import { type Parsed, parseForm } from './form.ts';
import { Parameters } from './parameters.ts';
import { formatName } from './value.ts';

export type Format = 'json' | 'xml';

export type Asked = {
  readonly parameters: Parameters;
  readonly format: Format;
  /** Why the parameters cannot be trusted. */
  readonly problem: Problem | undefined;
};

export function readRequest(request: HttpRequest): Asked {
  const query = request.query === '' ? emptyBody.parsed : parseForm(request.query);
  const body = request.body.length === 0 ? emptyBody : parseBody(request.body);
  const parameters = new Parameters();
  const problem = mergeAll(parameters, query, body.parsed);
  return { parameters, problem, format: chooseFormat(parameters, body.notation) };
}

/** For replies that are given before the body is read: what it would be is guessed from its label. */
export function guessFormat(head: RequestHead): Format {
  const query = head.query === '' ? emptyBody.parsed : parseForm(head.query);
  const parameters = new Parameters();
  mergeOne(parameters, query);
  const isXml = /\bxml\b/i.test(head.headers['content-type'] ?? '');
  return chooseFormat(parameters, isXml ? 'xml' : 'json');
}

/** The query is merged first, so that it wins where both name a format. */
function mergeAll(parameters: Parameters, query: Parsed, body: Parsed): Problem | undefined {
  const inQuery = mergeOne(parameters, query);
  const inBody = mergeOne(parameters, body);
  return inQuery ?? inBody;
}

function mergeOne(parameters: Parameters, parsed: Parsed): Problem | undefined {
  if (parsed.ok) return parameters.merge(parsed.values);
  if (parsed.values !== undefined) parameters.mergeFormat(parsed.values);
  return parsed.problem;
}

function chooseFormat(parameters: Parameters, notation: Notation): Format {
  const named = parameters.get(formatName);
  if (named === undefined || named === '') return notation === 'xml' ? 'xml' : 'json';
  return typeof named === 'string' && named.toLowerCase() === 'xml' ? 'xml' : 'json';
}
