/** Where from something may come, as every door reads it: an API key, a bind. */
import { addressRangesMax } from './address-list.ts';
import { parseAddressRange } from './address-range.ts';
import { listOf, textOf } from './input-form.ts';

const form = {
  en: `up to ${addressRangesMax} address ranges with commas between them, such as 192.0.2.0/24, or any`,
  fr: `au plus ${addressRangesMax} plages d’adresses séparées par des virgules, comme 192.0.2.0/24, ou any`,
};

const addressRange = textOf(
  { read: (text) => (parseAddressRange(text.trim()) === undefined ? undefined : text.trim()) },
  form,
);

/** None: from anywhere. */
export const addressRangesInput = listOf(addressRange, addressRangesMax, {
  form,
  emptyWord: 'any',
});
