/** How the audit names a price. */

export type PricePlace = {
  /** 0: of all accounts. */
  readonly accountId: number;
  /** 0: always. */
  readonly fromMs: number;
};

/** What the price is of, then whose and from when where that is not of all and always: `33 (5) 2026-12-01`. */
export function priceName(of: string, { accountId, fromMs }: PricePlace): string {
  const account = accountId === 0 ? '' : `(${accountId})`;
  const from = fromMs === 0 ? '' : new Date(fromMs).toISOString().slice(0, 10);
  return [of, account, from].filter((part) => part !== '').join(' ');
}
