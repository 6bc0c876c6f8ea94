/** Receipts that matched no message, and the setting by which they would. */
import type { Sentence } from '#core/words.ts';
import type { Operator } from '#sms/operator.ts';
import { adviceOptions } from '#sms/receipts/advice-words.ts';
import type { ReceiptIdAdvice } from '#sms/receipts/receipt-readings.ts';
import { countUnmatched, findReceiptIdAdvice } from '#sms/receipts/receipt-rematch.ts';
import { type Finding, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';
import type { DoctorStores } from './stores.ts';

type Stores = Pick<DoctorStores, 'operators' | 'messages'>;

/** Nothing where all have matched. */
export async function lookAtUnmatchedReceipts(
  { operators, messages }: Stores,
  nowMs: number,
): Promise<readonly Finding[]> {
  const unmatched = await countUnmatched(messages, nowMs);
  const findings: Finding[] = [];
  for (const operator of await operators.listOperators()) {
    const count = unmatched.get(operator.id) ?? 0;
    if (count === 0) continue;
    findings.push(describe(operator, count, await findReceiptIdAdvice(messages, operator)));
  }
  return findings;
}

function describe(
  { name, settings }: Operator,
  count: number,
  advice: ReceiptIdAdvice | undefined,
): Finding {
  const told = { operator: name, count };
  if (advice === undefined) return warn('receipts match nothing', told);
  const { rules, matches } = advice;
  const options = adviceOptions(rules, settings);
  const looks = looksOf(rules, settings);
  return warn('receipts are read otherwise', { ...told, looks, matches, options });
}

function looksOf(advised: ReceiptIdAdvice['rules'], current: Operator['settings']): Sentence {
  if (advised.receiptId !== current.receiptId) return findingParts[advised.receiptId];
  return advised.stripZeros === current.stripZeros
    ? findingParts.letterCase
    : findingParts.leadingZeros;
}
