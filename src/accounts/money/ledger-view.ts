/** A line of the ledger as people see it. */
import { z } from 'zod';
import type { LedgerCursor, LedgerLine } from '#accounts/ledger.ts';
import { textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact } from '#core/money.ts';
import { ledgerForms } from './words.ts';

const kinds = [
  'sms',
  'email',
  'top-up',
  'correction',
  'refund',
  'transfer',
  'email refund',
  'rent',
  'call',
] as const satisfies readonly LedgerLine['kind'][];

export const ledgerLineView = z.object({
  /** Where it stands: the cursor of what is below it. */
  id: z.string(),
  /** Of messages: when their hour ended. */
  at: z.iso.datetime(),
  kind: z.enum(kinds),
  amount: z.string(),
  /** What was left behind it, exactly. */
  balance: z.string(),
  actor: z.string(),
  subject: z.string().nullable(),
  /** Of an hour: parts of its SMS, its mails, or how many of either were given back. */
  count: z.int().nullable(),
});

export type LedgerLineView = z.output<typeof ledgerLineView>;

export function viewLine(line: LedgerLine, nowMs: number): LedgerLineView {
  return {
    ...line,
    at: instantText(shownAtMs(line, nowMs)),
    id: lineId(line),
    amount: formatExact(line.amount),
    balance: formatExact(line.balance),
  };
}

export function lineId({ placeMs, id }: LedgerCursor): string {
  return `${placeMs}-${id}`;
}

/** Lines bear the times of their order: an hour its end, the hour that goes on the present. */
export function shownAtMs({ count, atMs, placeMs }: LedgerLine, nowMs: number): number {
  return count !== null ? Math.max(atMs, Math.min(placeMs + 1, nowMs)) : atMs;
}

/** The id of a line, as `viewLine` has written it. */
export const lineInput = textOf<LedgerCursor>(
  {
    read(text) {
      if (!/^\d{1,15}-\d{1,16}$/.test(text)) return undefined;
      const [placeMs = 0, id = 0] = text.split('-').map(Number);
      return { placeMs, id: Math.min(id, Number.MAX_SAFE_INTEGER) };
    },
  },
  ledgerForms.line,
);
