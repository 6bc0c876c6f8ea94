/** What serves the numbers of a route or a price once that is gone, as the lists of the server tell it. */

export type RouteRank = {
  readonly prefix: string;
  /** Null: all networks. */
  readonly network: string | null;
  readonly grade: 1 | 2 | null;
  readonly senders: readonly string[];
  readonly priority: number;
  readonly buyPrice: string | null;
  readonly enabled: boolean;
};

/** The best of those that take all that the gone one took, of equals the first listed; undefined: there is none. */
export function routeInPlaceOf<Route extends RouteRank>(
  gone: Route,
  routes: readonly Route[],
): Route | undefined {
  const fitting = routes.filter((route) => route !== gone && takesAllOf(route, gone));
  return fitting.toSorted(compareRoutes)[0];
}

function takesAllOf(route: RouteRank, gone: RouteRank): boolean {
  return (
    route.enabled &&
    gone.prefix.startsWith(route.prefix) &&
    (route.network === null || route.network === gone.network) &&
    (route.grade === null || route.grade === gone.grade) &&
    (route.senders.length === 0 ||
      (gone.senders.length > 0 && gone.senders.every((kind) => route.senders.includes(kind))))
  );
}

/** As the server chooses among routes whose links are up. */
function compareRoutes(a: RouteRank, b: RouteRank): number {
  return (
    b.prefix.length - a.prefix.length ||
    Number(a.network === null) - Number(b.network === null) ||
    a.priority - b.priority ||
    // Nearly equal amounts may change places here; which of them is cheaper the server knows.
    costOf(a) - costOf(b)
  );
}

/** Not known counts as the dearest. */
function costOf({ buyPrice }: RouteRank): number {
  return buyPrice === null ? Number.MAX_VALUE : Number(buyPrice);
}

export type PricePlace = {
  /** Null: of all accounts that have none of their own. */
  readonly account: number | null;
  /** Null: of mails. */
  readonly prefix: string | null;
  /** Null: always. */
  readonly from: string | null;
};

/**
 * The price that its numbers have then: from now, or from the day on which the gone one would have begun.
 * `same`: the gone one is not in force. Undefined: there is none.
 */
export function priceInPlaceOf<Price extends PricePlace>(
  gone: PricePlace,
  prices: readonly Price[],
  nowMs: number,
): Price | 'same' | undefined {
  const atMs = Math.max(nowMs, beginOf(gone));
  const inForce = prices
    .filter(
      (price) =>
        (price.account === null || price.account === gone.account) &&
        price.prefix !== null &&
        (gone.prefix ?? '').startsWith(price.prefix) &&
        beginOf(price) <= atMs,
    )
    .toSorted(comparePrices);
  const [first, ...others] = inForce;
  if (first === undefined) return undefined;
  return comparePrices(first, gone) === 0 ? others[0] : 'same';
}

/** Of prices whose prefixes fit the same numbers and whose accounts the same sender: those alike are one. */
function comparePrices(a: PricePlace, b: PricePlace): number {
  return (
    (b.prefix ?? '').length - (a.prefix ?? '').length ||
    (b.account ?? 0) - (a.account ?? 0) ||
    beginOf(b) - beginOf(a)
  );
}

function beginOf({ from }: PricePlace): number {
  return from === null ? 0 : Date.parse(from);
}
