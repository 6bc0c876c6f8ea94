/**
 * Reports to pages that were written for another gateway: the kind of the event says how its URL is
 * asked. Its body stays the interface's JSON, for those that get a copy of it or fetch it.
 */
import { type CallbackForm, callbackForms } from '#core/callback-form.ts';
import type { Answer } from './http/poster.ts';

/** What of a request a callback decides. */
export type CallbackRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Empty for a GET. */
  readonly body: Buffer;
};

const usualKind = 'dlr';
const nothing = Buffer.alloc(0);

/** The kind of a report's event: an endpoint that takes `dlr` takes all of them. */
export function reportKind(form: CallbackForm | undefined): string {
  return form === undefined ? usualKind : `${usualKind}.${form}`;
}

/** What an event of this kind is called to who gets its JSON. */
export function shownKind(kind: string): string {
  return formOf(kind) === undefined ? kind : usualKind;
}

export function callbackRequest(kind: string, url: string): CallbackRequest | undefined {
  const form = formOf(kind);
  if (form === undefined) return undefined;
  const hash = url.indexOf('#');
  const asked = hash < 0 ? url : url.slice(0, hash);
  const fields = hash < 0 ? '' : url.slice(hash + 1);
  if (form === 'jasmin_post') return { method: 'POST', url: asked, body: Buffer.from(fields) };
  return { method: 'GET', url: withQuery(asked, fields), body: nothing };
}

/** Jasmin's pages say in words that they have it: any other page may be there in place of them. */
export function refusesCallback(kind: string, { status, body }: Answer): boolean {
  if (!kind.startsWith(`${usualKind}.jasmin_`)) return false;
  return status >= 200 && status < 300 && body.trim() !== 'ACK/Jasmin';
}

function formOf(kind: string): CallbackForm | undefined {
  // Nearly all reports are of the usual kind, and this is asked for each attempt.
  if (kind === usualKind || !kind.startsWith(`${usualKind}.`)) return undefined;
  return callbackForms.find((form) => kind === `${usualKind}.${form}`);
}

function withQuery(url: string, fields: string): string {
  if (fields === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${fields}`;
}
