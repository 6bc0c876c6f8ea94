/** Whether an operator takes a text in a form that was chosen for another one, octet by octet. */
import type { Form } from './form.ts';
import { languageOf } from './national-tables.ts';
import type { PlanSettings } from './plan.ts';

export type FormedText = {
  readonly form: Form;
  /** What is paid for. */
  readonly parts: number;
};

export function takesForm(settings: PlanSettings, { form, parts }: FormedText): boolean {
  const isKnown = form.code === 'ucs2' || form.code === settings.defaultAlphabet;
  return isKnown && takesTables(settings, form) && (parts === 1 || joins(settings, form));
}

/** A phone that lacks a table shows other characters. */
function takesTables({ nationalTables }: PlanSettings, { locking, single }: Form): boolean {
  const taken = nationalTables.map(languageOf);
  return [locking, single].every((table) => table === 0 || taken.includes(table));
}

/** Headers are the phones' matter, which join by references of 8 and of 16 bits (3GPP TS 23.040 §9.2.3.24.8). */
function joins({ longMessages }: PlanSettings, { long }: Form): boolean {
  return long === longMessages || (isHeader(long) && isHeader(longMessages));
}

function isHeader(long: Form['long']): boolean {
  return long === 'udh8' || long === 'udh16';
}
