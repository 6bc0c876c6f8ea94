/** What must hold when everything owed has arrived, told by what the world around Parley knows. */
import type { LedgerCheck } from '../parley.ts';
import type { Ledger } from './ledger.ts';

export type Claim = { readonly holds: boolean; readonly sentence: string };

export type Evidence = {
  readonly ledger: Ledger;
  readonly money: LedgerCheck;
  /** In millionths, of each message. */
  readonly price: number;
  readonly binds: number;
  readonly window: number;
};

/** Facts of one commit that may be lost with the process, besides the window (the batch's size). */
const batchMax = 256;

export function judge(evidence: Evidence): readonly Claim[] {
  return [
    everyAcceptedIsSubmitted(evidence),
    everyReceiptIsTold(evidence),
    everyWebhookIsTrue(evidence),
    moneyAddsUp(evidence),
    duplicatesAreBounded(evidence),
  ];
}

export type Owed = {
  /** Accepted, and not with the operator yet. */
  readonly submits: number;
  /** With the operator, which has not heard OK for a receipt yet. */
  readonly receipts: number;
  readonly webhooks: number;
};

/** What has not arrived yet. */
export function countOwed({ accepted, submits, receipts, webhooks }: Ledger): Owed {
  return {
    submits: countMissing(accepted.keys(), submits),
    receipts: countMissing(submits.keys(), receipts),
    webhooks: countMissing(receipts.keys(), webhooks),
  };
}

export function tellOwed({ submits, receipts, webhooks }: Owed): string {
  return `${submits} submits, ${receipts} receipts and ${webhooks} webhooks are owed`;
}

function everyAcceptedIsSubmitted({ ledger }: Evidence): Claim {
  const lost = countMissing(ledger.accepted.keys(), ledger.submits);
  const sentence = `${ledger.accepted.size} messages were answered 200, ${lost} of them never submitted`;
  return { holds: lost === 0 && ledger.refused.size === 0, sentence };
}

function everyReceiptIsTold({ ledger }: Evidence): Claim {
  const lost = countMissing(ledger.receipts.keys(), ledger.webhooks);
  const sentence = `receipts of ${ledger.receipts.size} messages were taken, ${lost} of them never told`;
  return { holds: lost === 0, sentence };
}

/** The right message, and what became of it. */
function everyWebhookIsTrue({ ledger }: Evidence): Claim {
  let heard = 0;
  let wrong = 0;
  for (const [phone, facts] of ledger.webhooks) {
    const known = ledger.accepted.get(phone);
    for (const { messageId, status } of facts) {
      heard += 1;
      const isKnown = ledger.submits.has(phone) && (known === undefined || known === messageId);
      if (!isKnown || status !== 'delivered') wrong += 1;
    }
  }
  const again = heard - ledger.webhooks.size;
  return {
    holds: wrong === 0,
    sentence: `${heard} webhooks came, ${again} of them repeated, ${wrong} of them wrong`,
  };
}

/** Each message cost its price once, however often it was asked for or sent. */
function moneyAddsUp({ ledger, money, price }: Evidence): Claim {
  const costs = Math.round(Number(money.costs) * 1_000_000);
  const expected = ledger.submits.size * price;
  return {
    holds: money.adds && costs === expected,
    sentence:
      `balance ${money.balance} ${money.adds ? '=' : 'IS NOT'} ${money.movements} moved - ` +
      `${money.costs} spent; ${ledger.submits.size} messages cost ${expected / 1_000_000}`,
  };
}

function duplicatesAreBounded({ ledger, binds, window }: Evidence): Claim {
  const all = [...ledger.submits.values()].reduce((sum, count) => sum + count, 0);
  const again = all - ledger.submits.size;
  const most = ledger.kills * binds * (window + batchMax);
  return {
    holds: again <= most,
    sentence: `${again} of ${all} submits were repeated; ${ledger.kills} kills allow ${most}`,
  };
}

function countMissing(wanted: Iterable<string>, found: ReadonlyMap<string, unknown>): number {
  let missing = 0;
  for (const phone of wanted) if (!found.has(phone)) missing += 1;
  return missing;
}
