/** `ledger export`, `account prices export`: an account's money as files. */
import { z } from 'zod';
import type { LedgerLine } from '#accounts/ledger.ts';
import { formatTable } from '#core/csv-text.ts';
import { operation } from '#core/operation.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { holds } from './ledger-find.ts';
import { currencyOf, filterShape, type LedgerPorts, purse } from './ledger-operations.ts';
import { ledgerPage } from './ledger-time.ts';
import { shownAtMs, viewLine } from './ledger-view.ts';
import { type PricePorts, type PricesView, viewPrices } from './own-prices.ts';

const linesMax = 50_000;
const stepMax = 5_000;

export const exportLedger = operation({
  name: 'ledger export',
  does: 'reads',
  needs: 'read balance',
  fresh: true,
  input: z.strictObject({ purse, ...filterShape }),
  output: tableAnswer,
  async run({ accounts, clock }: LedgerPorts, { purse: of, find = '', ...time }, { accountId }) {
    const currency = await currencyOf(accountId, accounts);
    const shown = { nowMs: clock.nowMs(), currency, find };
    const pageBehind = (before: LedgerLine | undefined) =>
      ledgerPage(accounts, { accountId, purse: of, before, limit: stepMax }, time);
    const pieces = ledgerPieces(pageBehind, shown);
    return new TableAnswer(`ledger-${accountId}-${of}`, pieces);
  },
});

type Shown = { readonly nowMs: number; readonly currency: string; readonly find: string };

async function* ledgerPieces(
  pageBehind: (before: LedgerLine | undefined) => ReturnType<typeof ledgerPage>,
  shown: Shown,
): AsyncGenerator<string> {
  yield formatTable([
    ['id', 'at', 'kind', 'amount', 'balance', 'currency', 'actor', 'subject', 'count'],
  ]);
  let before: LedgerLine | undefined;
  for (let read = 0; read < linesMax; read += stepMax) {
    const { lines, isLast } = await pageBehind(before);
    const fitting = lines.filter((line) => holds(line, shown.find));
    yield formatTable(fitting.map((line) => ledgerCells(line, shown)));
    if (isLast) return;
    before = lines.at(-1);
  }
}

function ledgerCells(line: LedgerLine, { nowMs, currency }: Shown): readonly string[] {
  const { id, kind, amount, balance, actor, subject, count } = viewLine(line, nowMs);
  const at = new Date(shownAtMs(line, nowMs)).toISOString();
  return [id, at, kind, amount, balance, currency, actor, subject ?? '', String(count ?? '')];
}

export const exportPrices = operation({
  name: 'account prices export',
  does: 'reads',
  needs: 'read balance',
  output: tableAnswer,
  async run(ports: PricePorts, _, { accountId }) {
    const table = formatTable([priceHead, ...priceRows(await viewPrices(accountId, ports))]);
    return new TableAnswer(`prices-${accountId}`, [table]);
  },
});

const priceHead = [
  'product',
  'prefix',
  'country',
  'network',
  'price',
  'currency',
  'whose',
  'from',
  'first_s',
  'next_s',
];

type Cells = readonly string[];

/** A line for each price, also for those that are announced. */
function priceRows({ currency, sms, email, calls }: PricesView): readonly Cells[] {
  const mails = email === null ? [] : [{ ...email, prefix: '', country: null, network: null }];
  const dated = (product: string, rows: PricesView['sms']): readonly Cells[] =>
    rows.flatMap(({ prefix, country, network, price, isOwn, from, next }) => {
      const place = [product, prefix, country ?? '', network ?? ''];
      const line = (amount: string, at: string | null): Cells => [
        ...place,
        amount,
        currency,
        isOwn ? 'own' : 'all',
        at ?? '',
        '',
        '',
      ];
      return [
        ...(price === null ? [] : [line(price, from)]),
        ...(next === null ? [] : [line(next.price, next.from)]),
      ];
    });
  const minutes = calls.map(({ prefix, country, perMinute, isOwn, firstS, nextS }) => {
    const whose = isOwn ? 'own' : 'all';
    const steps = [String(firstS), String(nextS)];
    return ['call', prefix, country ?? '', '', perMinute, currency, whose, '', ...steps];
  });
  return [...dated('sms', sms), ...dated('email', mails), ...minutes];
}
