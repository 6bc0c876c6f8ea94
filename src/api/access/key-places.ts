/** Where an API key may stand: the parameter apiKey, `Authorization: Bearer`, `X-Api-Key`. */

import type { KeyPlaces } from '#accounts/account.ts';
import type { RequestHead, RequestHeaders } from '#api/http/http-message.ts';
import { parseForm } from '#api/parameters/form.ts';
import type { Parameters } from '#api/parameters/parameters.ts';

export type FoundKey =
  | { readonly found: 'key'; readonly key: string }
  | { readonly found: 'none' }
  | { readonly found: 'several' };

export function findKey(parameters: Parameters, headers: RequestHeaders): FoundKey {
  const inParameters = readParameter(parameters);
  const { authorization, 'x-api-key': own } = headers;
  if (authorization === undefined && own === undefined) return foundKey(inParameters);
  const inHeaders = [readBearer(authorization), readHeader(own)];
  let key = inParameters;
  for (const other of inHeaders) {
    if (other === undefined) continue;
    if (key !== undefined && key !== other) return { found: 'several' };
    key = other;
  }
  return foundKey(key);
}

function foundKey(key: string | undefined): FoundKey {
  return key === undefined ? { found: 'none' } : { found: 'key', key };
}

/** What is wrong with where it stands, for an account that takes keys from some places alone. */
export function refusePlace(
  places: KeyPlaces,
  parameters: Parameters,
  { query }: Pick<RequestHead, 'query'>,
): 'key is in the query' | 'key is in no header' | undefined {
  if (places === 'any' || readParameter(parameters) === undefined) return undefined;
  if (isInQuery(query)) return 'key is in the query';
  return places === 'header' ? 'key is in no header' : undefined;
}

function isInQuery(query: string): boolean {
  const parsed = query === '' ? undefined : parseForm(query);
  if (parsed?.ok !== true) return false;
  return Object.entries(parsed.values).some(
    ([name, value]) => name.toLowerCase() === 'apikey' && value !== '',
  );
}

/** A key that is neither text nor number is one that nobody has. */
function readParameter(parameters: Parameters): string | undefined {
  const value = parameters.get('apiKey');
  if (value === undefined) return undefined;
  return typeof value === 'object' ? '\0' : orNothing(String(value));
}

/** RFC 6750 §2.1. Other schemes are not ours to judge: a proxy in front may use one. */
function readBearer(header: string | undefined): string | undefined {
  return orNothing(/^bearer +(?<token>\S+)\s*$/i.exec(header ?? '')?.groups?.['token'] ?? '');
}

function readHeader(header: string | string[] | undefined): string | undefined {
  return orNothing(String(header ?? ''));
}

function orNothing(text: string): string | undefined {
  const key = text.trim();
  return key === '' ? undefined : key;
}
