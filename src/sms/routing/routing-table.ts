/** All routes, laid out so that those of a number are found at once. */
import type { PhoneNumber } from '#core/phone-number.ts';
import { compareRoutes } from './choose-route.ts';
import { PrefixMap } from './prefix-map.ts';
import type { Route } from './route.ts';

/** Routes of a number, best first, and its network where one of them asks for it. */
export type Candidates = {
  readonly routes: readonly Route[];
  readonly network: string | undefined;
};

type Entry = { readonly routes: readonly Route[]; readonly asksNetwork: boolean };

const none: Candidates = { routes: [], network: undefined };

export class RoutingTable {
  readonly #entries: PrefixMap<Entry>;
  readonly #networks: PrefixMap<string>;
  /** Beginnings of numbers by which routes tell them apart. */
  readonly prefixes: readonly string[];

  /** `networks`: MCC and MNC by what numbers begin with. */
  constructor(routes: readonly Route[], networks: ReadonlyMap<string, string>) {
    this.#entries = new PrefixMap(entriesOf(routes));
    this.#networks = new PrefixMap(networks);
    const asked = routes.some(({ network }) => network !== '') ? networks.keys() : [];
    this.prefixes = [...routes.map(({ prefix }) => prefix), ...asked];
  }

  candidatesFor(phone: PhoneNumber): Candidates {
    const entry = this.#entries.find(phone);
    if (entry === undefined) return none;
    const network = entry.asksNetwork ? this.networkOf(phone) : undefined;
    return { routes: entry.routes, network };
  }

  /** Undefined where nobody has imported it. Numbers that were ported keep their first network. */
  networkOf(phone: PhoneNumber): string | undefined {
    return this.#networks.find(phone);
  }
}

/** Each prefix has its own routes and those of all shorter ones, which are the way round. */
function entriesOf(routes: readonly Route[]): ReadonlyMap<string, Entry> {
  const prefixes = new Set(routes.map(({ prefix }) => prefix));
  return new Map(
    [...prefixes].map((prefix) => {
      const fitting = routes.filter((route) => prefix.startsWith(route.prefix));
      const asksNetwork = fitting.some(({ network }) => network !== '');
      return [prefix, { routes: fitting.toSorted(compareRoutes), asksNetwork }];
    }),
  );
}
