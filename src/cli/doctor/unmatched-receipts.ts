/** Receipts that matched no message, and the setting by which they would. */
import type { Operator } from '#sms/operator.ts';
import { adviceOptions } from '#sms/receipts/advice-words.ts';
import type { ReceiptIdAdvice } from '#sms/receipts/receipt-readings.ts';
import { countUnmatched, findReceiptIdAdvice } from '#sms/receipts/receipt-rematch.ts';
import type { Installation } from '../installation.ts';
import { type Finding, warn } from './finding.ts';

type Stores = Pick<Installation['storage'], 'operators' | 'keptReceipts'>;

/** Nothing where all have matched. */
export async function lookAtUnmatchedReceipts(
  { operators, keptReceipts }: Stores,
  nowMs: number,
): Promise<readonly Finding[]> {
  const unmatched = await countUnmatched(keptReceipts, nowMs);
  const findings: Finding[] = [];
  for (const operator of await operators.listOperators()) {
    const count = unmatched.get(operator.id) ?? 0;
    if (count === 0) continue;
    findings.push(describe(operator, count, await findReceiptIdAdvice(keptReceipts, operator)));
  }
  return findings;
}

function describe(
  { name, settings }: Operator,
  count: number,
  advice: ReceiptIdAdvice | undefined,
): Finding {
  const of = `receipts of ${name}`;
  const says = `${count} receipts of the last 7 days matched no message`;
  if (advice === undefined) {
    const fix = `Compare the ids of receipt.unmatched in the log with the operator's answers (parley operator trace); other receipt-id settings would not match them.`;
    return warn(of, `${says}.`, fix);
  }
  const { rules, matches } = advice;
  const looks = `${looksOf(rules, settings)}: ${matches} would match by that reading.`;
  const fix = `parley operator set ${name} ${adviceOptions(rules, settings)}. The kept receipts are matched then.`;
  return warn(of, `${says}; ${looks}`, fix);
}

function looksOf(advised: ReceiptIdAdvice['rules'], current: Operator['settings']): string {
  if (advised.receiptId !== current.receiptId) {
    const where = {
      hexInResponse: 'ids look hexadecimal in answers and decimal in receipts',
      hexInReceipt: 'ids look decimal in answers and hexadecimal in receipts',
      asIs: 'ids look alike in answers and receipts',
    } as const;
    return where[advised.receiptId];
  }
  return advised.stripZeros === current.stripZeros
    ? 'ids differ in letter case'
    : 'ids differ in leading zeros';
}
