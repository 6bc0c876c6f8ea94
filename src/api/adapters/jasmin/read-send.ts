/** A request to `/send` or `/rate` read as a submit, or the sentence that says what is wrong with it. */
import { readPhone } from '#api/adapters/adapter-phones.ts';
import type { OctetFields } from '#api/adapters/octet-form.ts';
import { startOf } from '#api/parameters/value.ts';
import { contentOfText, type HttpContent, type HttpSubmit } from '#sms/customers/http-submit.ts';
import type { Customer } from '#sms/customers/smpp-user.ts';
import { readInstant } from '#sms/customers/submit-request.ts';

export type SendReading =
  | { readonly ok: true; readonly submit: HttpSubmit }
  | { readonly ok: false; readonly text: string };

export type SendContext = {
  readonly customer: Customer;
  readonly nowMs: number;
  readonly isUrl: (text: string) => boolean;
  /** A price is asked for messages that have no text yet. */
  readonly mayLackContent: boolean;
};

/** What a field must look like; the credentials have been looked at before. */
const forms: Readonly<Record<string, RegExp>> = {
  to: /^\+?\d+$/,
  coding: /^(?:\d|10|13|14)$/,
  priority: /^[0-3]$/,
  sdt: /^\d{15}[-+R]$/,
  'validity-period': /^\d{1,9}$/,
  dlr: /^(?:yes|no)$/,
  'dlr-url': /^https?:\/\/[^\s#]+$/i,
  'dlr-level': /^[1-3]$/,
  'dlr-method': /^(?:get|post)$/i,
  tags: /^[-a-zA-Z0-9,]*$/,
  'hex-content': /^(?:[0-9a-f]{2})*$/i,
};

const minuteMs = 60_000;
const validityMinutesMax = 7 * 24 * 60;
const scheduleMsMax = 365 * 86_400_000;
const tagCharactersMax = 20;
/** In place of a text that is not there yet: one part. */
const anyText = '.';

export function readSend(fields: OctetFields, place: SendContext): SendReading {
  const refusal = refuseForm(fields);
  if (refusal !== undefined) return refused(refusal);
  const text = textsOf(fields);
  const phone = readPhone(text('to') ?? '', place.customer);
  if (phone === undefined) return refused(invalid('to', text('to') ?? ''));
  const content = readContent(fields, place);
  if (typeof content === 'string') return refused(content);
  const report = readReport(text, place);
  if (typeof report === 'string') return refused(report);
  const scheduledAtMs = readSchedule(text('sdt'), place.nowMs);
  if (scheduledAtMs === 'unreadable') return refused(invalid('sdt', text('sdt') ?? ''));
  return {
    ok: true,
    submit: {
      phones: [phone],
      from: (text('from') ?? '').trim(),
      content,
      priority: Number(text('priority') ?? 0),
      validityMs: readValidity(text('validity-period')),
      scheduledAtMs,
      tag: startOf(text('tags') ?? '').slice(0, tagCharactersMax),
      report,
    },
  };
}

type Texts = (name: string) => string | undefined;

function textsOf(fields: OctetFields): Texts {
  return (name) => fields.get(name)?.toString('utf8');
}

function refuseForm(fields: OctetFields): string | undefined {
  const text = textsOf(fields);
  if (!fields.has('to')) return 'Mandatory argument [to] is not found.';
  const tlvs = text('custom_tlvs') ?? '';
  // What would be left out on the way is refused: who asks for it counts on it.
  if (!['', '[]', '{}'].includes(tlvs)) return 'Argument [custom_tlvs] is unknown.';
  for (const [name, form] of Object.entries(forms)) {
    const written = text(name);
    if (written !== undefined && !form.test(written)) return invalid(name, written);
  }
  return undefined;
}

function readContent(fields: OctetFields, { mayLackContent }: SendContext): HttpContent | string {
  const [content, hex] = [fields.get('content'), fields.get('hex-content')];
  if (content !== undefined && hex !== undefined) {
    return 'content and hex-content cannot be used both in same request.';
  }
  const dataCoding = Number(fields.get('coding')?.toString('latin1') ?? 0);
  if (hex !== undefined) {
    return { octets: Buffer.from(hex.toString('latin1'), 'hex'), dataCoding, hasHeader: false };
  }
  if (content === undefined && !mayLackContent) return 'content or hex-content not present.';
  const octets = content ?? Buffer.alloc(0);
  if (octets.length === 0 && mayLackContent) return contentOfText(anyText);
  return dataCoding === 0
    ? contentOfText(octets.toString('utf8'))
    : { octets, dataCoding, hasHeader: false };
}

/** A level or a URL asks for reports as `dlr` does; without a URL there is nobody to tell. */
function readReport(text: Texts, { isUrl }: SendContext): HttpSubmit['report'] | string {
  const url = text('dlr-url');
  if (url === undefined) return undefined;
  if (!isUrl(url)) return invalid('dlr-url', url);
  const level = Number(text('dlr-level') ?? 1) as 1 | 2 | 3;
  const method = (text('dlr-method') ?? 'POST').toUpperCase() as 'GET' | 'POST';
  return { url, callback: { gateway: 'jasmin', level, method } };
}

function readSchedule(sdt: string | undefined, nowMs: number): number | undefined | 'unreadable' {
  const atMs = readInstant(sdt ?? '', nowMs);
  if (typeof atMs !== 'number') return atMs;
  if (atMs > nowMs + scheduleMsMax) return 'unreadable';
  // A moment that has just passed is now.
  return atMs <= nowMs ? undefined : atMs;
}

function readValidity(minutes: string | undefined): number | undefined {
  if (minutes === undefined) return undefined;
  return Math.min(Math.max(1, Number(minutes)), validityMinutesMax) * minuteMs;
}

function invalid(name: string, written: string): string {
  return `Argument [${name}] has an invalid value: [${startOf(written).replaceAll('"', "'")}].`;
}

function refused(text: string): SendReading {
  return { ok: false, text };
}
