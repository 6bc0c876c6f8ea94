/** What a page says of every installation, said of this one and its reader. */

export type Own = {
  readonly address: string;
  readonly account: number;
  readonly testKey: string | null;
  /** To which phones can write, in digits; short ones as well. */
  readonly numbers: readonly string[];
  /** What the account pays for a part by the prefix of a number; empty where the reader may not know. */
  readonly prices: readonly { readonly prefix: string; readonly price: string }[];
  readonly currency: string;
};

/** As the pages write them. */
const inPages = {
  address: 'http://localhost:8080',
  testKey: 'test_…',
  longNumber: '33639981000',
  shortNumber: '36180',
  phone: '33639980001',
  cost: '"cost": 0.038, "currency": "EUR"',
};

export function fillOwn(text: string, own: Own): string {
  return text
    .replaceAll(inPages.address, own.address)
    .replaceAll(inPages.testKey, own.testKey ?? inPages.testKey)
    .replaceAll(inPages.longNumber, numberLike(inPages.longNumber, own.numbers))
    .replace(/(?<!\d)36180(?!\d)/g, numberLike(inPages.shortNumber, own.numbers))
    .replace(/(?<=--account |account set |limit list )1\b/g, `${own.account}`)
    .replaceAll(inPages.cost, costOf(own));
}

/** The reader's own where the account does not have that of the pages. */
function numberLike(inPage: string, numbers: readonly string[]): string {
  const same = numbers.filter((number) => isShort(number) === isShort(inPage));
  return same.includes(inPage) ? inPage : (same[0] ?? inPage);
}

/** Operators' numbers that people text and do not call. */
function isShort(number: string): boolean {
  return number.length < 8;
}

/** The longest prefix counts, as when a message is priced. */
function costOf({ prices, currency }: Own): string {
  const price = prices
    .filter(({ prefix }) => inPages.phone.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.price;
  if (price === undefined) return inPages.cost;
  return `"cost": ${Number(price)}, "currency": "${currency}"`;
}
