/**
 * Kept receipts and awaited parts that belong together if ids are read by other rules: it tells which setting
 * an operator's ids ask for, and matches what is kept once the setting is right.
 *
 * The tables hold ids as the rules of their day normalised them, so the hexadecimal reading is also undone.
 */
import type { KeptReceipt, OverduePart } from '#sms/message-store.ts';
import { normaliseId, type ReceiptIdRules } from './receipt-id.ts';

export type ReceiptPair = { readonly part: OverduePart; readonly receipt: KeptReceipt };

export type ReceiptIdAdvice = {
  readonly rules: ReceiptIdRules;
  /** Kept receipts that match a message by these rules. */
  readonly matches: number;
};

type Side = 'response' | 'receipt';

/** Shorter ids agree by chance where the phone says nothing, or where a reading is undone. */
const tellingCharacters = 6;
/** A receipt may overtake the answer to its submit, and another process has another clock. */
const earlyMs = 300_000;

const allRules: readonly ReceiptIdRules[] = (['asIs', 'hexInResponse', 'hexInReceipt'] as const)
  .flatMap((receiptId) => [false, true].map((stripZeros) => ({ receiptId, stripZeros })))
  .flatMap((rules) => [false, true].map((ignoreCase) => ({ ...rules, ignoreCase })))
  .toSorted((a, b) => settingsOf(a) - settingsOf(b));

/** The rules that match most, those with the fewest settings first; undefined where no others do better. */
export function adviseReceiptId(
  kept: readonly KeptReceipt[],
  parts: readonly OverduePart[],
  current: ReceiptIdRules,
): ReceiptIdAdvice | undefined {
  const count = (rules: ReceiptIdRules): number => pairBy(kept, parts, rules, current).length;
  let best = { rules: current, matches: count(current) };
  for (const rules of allRules) {
    const matches = count(rules);
    if (matches > best.matches) best = { rules, matches };
  }
  return best.rules === current ? undefined : best;
}

/** What belongs together by the rules of now, whichever rules held when it was stored. */
export function pairReceipts(
  kept: readonly KeptReceipt[],
  parts: readonly OverduePart[],
  rules: ReceiptIdRules,
): readonly ReceiptPair[] {
  const pairs = [...pairBy(kept, parts, rules, undefined)];
  for (const former of ['hexInResponse', 'hexInReceipt'] as const) {
    const paired = new Set(pairs.map(({ receipt }) => receipt.id));
    const left = kept.filter(({ id }) => !paired.has(id));
    pairs.push(...pairBy(left, parts, rules, { ...rules, receiptId: former }));
  }
  return pairs.toSorted((a, b) => a.receipt.id - b.receipt.id);
}

function pairBy(
  kept: readonly KeptReceipt[],
  parts: readonly OverduePart[],
  rules: ReceiptIdRules,
  former: ReceiptIdRules | undefined,
): readonly ReceiptPair[] {
  const readings = (id: string, side: Side): ReadonlySet<string> =>
    new Set([id, normaliseId(undone(id, side, former), side, rules)]);
  const byId = new Map<string, OverduePart[]>();
  for (const part of parts) {
    for (const id of readings(part.remoteId, 'response')) {
      const standing = byId.get(id);
      if (standing === undefined) byId.set(id, [part]);
      else standing.push(part);
    }
  }
  return kept.flatMap((receipt) => {
    const ids = [...readings(receipt.remoteId, 'receipt')];
    const part = theOne(receipt, new Set(ids.flatMap((id) => byId.get(id) ?? [])));
    return part === undefined ? [] : [{ part, receipt }];
  });
}

/** The digits that a hexadecimal reading has made of an id, as they were. */
function undone(id: string, side: Side, former: ReceiptIdRules | undefined): string {
  const hexSide = { asIs: undefined, hexInResponse: 'response', hexInReceipt: 'receipt' } as const;
  const wasRead = former !== undefined && hexSide[former.receiptId] === side;
  return wasRead && /^[0-9]{1,80}$/.test(id) ? BigInt(id).toString(16) : id;
}

/** None where two could be meant. */
function theOne(receipt: KeptReceipt, found: ReadonlySet<OverduePart>): OverduePart | undefined {
  const meant = [...found].filter((part) => mayBeOf(part, receipt));
  return meant.length === 1 ? meant[0] : undefined;
}

function mayBeOf(part: OverduePart, { phone, address, remoteId, receivedAtMs }: KeptReceipt) {
  if (receivedAtMs < part.submittedAtMs - earlyMs) return false;
  if (part.phone === phone) return true;
  const needsNoPhone = address === 'ignore' || (address === 'prefer' && phone === '');
  return needsNoPhone && remoteId.length >= tellingCharacters;
}

function settingsOf({ receiptId, stripZeros, ignoreCase }: ReceiptIdRules): number {
  return Number(receiptId !== 'asIs') + Number(stripZeros) + Number(ignoreCase);
}
