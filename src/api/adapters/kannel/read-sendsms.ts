/** A sendsms request read as a submit, or the sentence that says what is wrong with it. */
import { prefixOf, readPhone } from '#api/adapters/adapter-phones.ts';
import type { OctetFields } from '#api/adapters/octet-form.ts';
import { startOf } from '#api/parameters/value.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { HttpSubmit } from '#sms/customers/http-submit.ts';
import type { Customer } from '#sms/customers/smpp-user.ts';
import { recipientsMax } from '#sms/message.ts';
import { type ContentCoding, readContent } from './sendsms-content.ts';

export type SendsmsReading =
  | {
      readonly ok: true;
      readonly submit: HttpSubmit;
      /** Those that nothing can go to, as they were written. */
      readonly denied: readonly string[];
    }
  | { readonly ok: false; readonly text: string };

export type SendsmsContext = {
  readonly customer: Customer;
  readonly nowMs: number;
  readonly isUrl: (text: string) => boolean;
};

const minuteMs = 60_000;
const validityMinutesMax = 7 * 24 * 60;
const deferredMinutesMax = 365 * 24 * 60;
const tagCharactersMax = 20;
const urlField = 'dlr-url';
/** No escape stands in front of the path: whose page it is cannot depend on a report. */
const reportUrlForm = /^https?:\/\/[^\s#%/?]+(?:[/?][^\s#]*)?$/i;

export function readSendsms(fields: OctetFields, place: SendsmsContext): SendsmsReading {
  const to = textOf(fields, 'to');
  if (to === undefined) return refused('Missing receiver number, rejected');
  const numbers = readNumbers(to, place.customer);
  if (numbers === 'none') return refused('Empty receiver number not allowed, rejected');
  if (numbers === 'too many') return refused(`More than ${recipientsMax} receivers, rejected`);
  if (numbers.phones.length === 0) return refused(allDenied);
  const small = readSmallFields(fields);
  if (typeof small === 'string') return refused(`${small} field misformed, rejected`);
  const content = readContent(fields, small);
  if (typeof content === 'string') return refused(content);
  const report = readReport(fields, { ...place, ...small, to });
  if (typeof report === 'string') return refused(report);
  const { phones, denied } = numbers;
  const { validity, deferred, priority = 0 } = small;
  const account = textOf(fields, 'account') ?? '';
  return {
    ok: true,
    denied,
    submit: {
      phones,
      from: (textOf(fields, 'from') ?? '').trim(),
      content,
      priority,
      validityMs: validity === undefined ? undefined : Math.max(1, validity) * minuteMs,
      scheduledAtMs: deferred ? place.nowMs + deferred * minuteMs : undefined,
      tag: startOf(account).slice(0, tagCharactersMax),
      report,
    },
  };
}

export const allDenied = 'Number(s) has/have been denied by white- and/or black-lists.';

type Numbers = { readonly phones: readonly PhoneNumber[]; readonly denied: readonly string[] };

/** Several stand behind one another with blanks between them. */
function readNumbers(to: string, customer: Customer): Numbers | 'none' | 'too many' {
  const written = [...new Set(to.split(/[\s+]+/).filter((word) => word !== ''))];
  if (written.length === 0) return 'none';
  if (written.length > recipientsMax) return 'too many';
  const phones = new Set<PhoneNumber>();
  const denied: string[] = [];
  for (const word of written) {
    const phone = readPhone(word, customer);
    if (phone === undefined) denied.push(startOf(word));
    else phones.add(phone);
  }
  return { phones: [...phones], denied };
}

type SmallFields = ContentCoding & {
  readonly mask: number;
  readonly validity: number | undefined;
  readonly deferred: number | undefined;
  readonly priority: number | undefined;
};

/** Each with what Kannel's sentence calls it, and its bounds; -1 says nothing. */
const bounds = {
  mask: { names: ['dlr-mask', 'dlrmask'], called: 'DLR-Mask', max: 63 },
  mclass: { names: ['mclass'], called: 'MClass', max: 3 },
  mwi: { names: ['mwi'], called: 'MWI', max: 7 },
  coding: { names: ['coding'], called: 'Coding', max: 2 },
  altDcs: { names: ['alt-dcs'], called: 'Alt-DCS', max: 1 },
  validity: { names: ['validity'], called: 'Validity', max: validityMinutesMax },
  deferred: { names: ['deferred'], called: 'Deferred', max: deferredMinutesMax },
  priority: { names: ['priority'], called: 'Priority', max: 3 },
} as const;

type SmallName = keyof typeof bounds;

/** The values, or what the first of them that cannot be is called. */
function readSmallFields(fields: OctetFields): SmallFields | string {
  const values: Partial<Record<SmallName, number>> = {};
  for (const [name, { names, called, max }] of Object.entries(bounds)) {
    const text = names.map((each) => textOf(fields, each)).find((each) => each !== undefined);
    const written = text?.trim() ?? '';
    if (written === '' || written === '-1') continue;
    const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
    // Longer than an operator keeps it is as long as one does.
    const fits = value <= max || name === 'validity';
    if (!fits || Number.isNaN(value)) return called;
    values[name as SmallName] = Math.min(value, max);
  }
  const { mask = 0, mclass, mwi, coding, altDcs, validity, deferred, priority } = values;
  return { mask, mclass, mwi, coding, altDcs, validity, deferred, priority };
}

/** Only where both a mask and a URL say so; a sentence where the URL is none that we may ask. */
function readReport(
  fields: OctetFields,
  { mask, to, isUrl }: { readonly mask: number; readonly to: string } & SendsmsContext,
): HttpSubmit['report'] | string {
  const url = (textOf(fields, urlField) ?? textOf(fields, 'dlrurl') ?? '').trim();
  if (url === '') return undefined;
  if (!reportUrlForm.test(url) || !isUrl(url)) {
    return 'DLR-URL field misformed, rejected';
  }
  if (mask === 0) return undefined;
  const account = textOf(fields, 'account') ?? '';
  const phonePrefix = prefixOf(to.trim());
  return { url, callback: { gateway: 'kannel', mask, phonePrefix, account } };
}

function textOf(fields: OctetFields, name: string): string | undefined {
  return fields.get(name)?.toString('utf8');
}

function refused(text: string): SendsmsReading {
  return { ok: false, text };
}
