/** Operators, routes and prices as they stand now: read whole, asked for every message. */
import type { Millionths } from '#core/money.ts';
import { type Operator, operatorDefaults } from './operator.ts';
import type { OperatorStore } from './operator-store.ts';
import {
  type Chosen,
  chooseRoute,
  findObstacle,
  type Obstacle,
  type Standing,
  type Wish,
} from './routing/choose-route.ts';
import { PrefixMap } from './routing/prefix-map.ts';
import { type Payer, PriceList } from './routing/price-list.ts';
import type { Route } from './routing/route.ts';
import type { RouteStore } from './routing/route-store.ts';
import { RoutingTable } from './routing/routing-table.ts';

/** How an operator does at the moment, beyond what its settings say. */
export type Condition = Pick<Standing, 'downForMs' | 'silentForMs' | 'quotaUsedUp'>;

/** Nothing is known against it. */
export const fineCondition: Condition = {
  downForMs: undefined,
  silentForMs: undefined,
  quotaUsedUp: false,
};

export type RoutePorts = {
  readonly conditionOf: (operator: Operator) => Condition;
  /** 0 to 1. */
  readonly random: () => number;
  /** Whether this message may find out if an operator answers again; absent: none does. */
  readonly mayProbe?: (operator: Operator) => boolean;
};

/** A route that was looked at, and what stood against it. */
export type Considered = {
  readonly route: Route;
  readonly operator: Operator;
  readonly obstacle: Obstacle | undefined;
  readonly condition: Condition;
};

export type ChosenOperator = Chosen & { readonly operator: Operator };

export type DirectoryPorts = {
  readonly operators: Pick<OperatorStore, 'listOperators'> &
    Pick<RouteStore, 'listRoutes' | 'listPrices' | 'listNetworks'>;
};

export class Directory {
  readonly operators: readonly Operator[];
  /** Where test messages go, and live ones never do. */
  readonly builtIn: Operator | undefined;
  readonly #operatorsById: ReadonlyMap<number, Operator>;
  readonly #routes: RoutingTable;
  readonly #prices: PriceList;
  readonly #beginnings: PrefixMap<string>;

  private constructor(operators: readonly Operator[], routes: RoutingTable, prices: PriceList) {
    this.operators = operators;
    this.builtIn = operators.find(({ builtIn }) => builtIn);
    this.#operatorsById = new Map(operators.map((operator) => [operator.id, operator]));
    this.#routes = routes;
    this.#prices = prices;
    const beginnings = ['', ...routes.prefixes, ...prices.prefixes];
    this.#beginnings = new PrefixMap(new Map(beginnings.map((each) => [each, each])));
  }

  static async read({ operators }: DirectoryPorts): Promise<Directory> {
    const read = await operators.listOperators();
    const live = new Set(read.filter(({ builtIn }) => !builtIn).map(({ id }) => id));
    const listed = (await operators.listRoutes()).filter(({ operatorId }) => live.has(operatorId));
    const networks = (await operators.listNetworks()).map(
      ({ prefix, network }) => [prefix, network] as const,
    );
    return new Directory(
      // A setting that came with a later version has its default until somebody sets it.
      read.map((each) => ({ ...each, settings: { ...operatorDefaults, ...each.settings } })),
      new RoutingTable(listed, new Map(networks)),
      new PriceList(await operators.listPrices()),
    );
  }

  /** The way of a live message; undefined where no route takes it. */
  chooseRoute(
    wish: Wish,
    { conditionOf, random, mayProbe }: RoutePorts,
  ): ChosenOperator | undefined {
    const { routes, network } = this.#routes.candidatesFor(wish.phone);
    let isFirst = true;
    const chosen = chooseRoute(
      routes,
      (route) => {
        const obstacle = this.#obstacle(route, wish, { conditionOf, network });
        // One message now and then is the probe of a silent operator, where it would be the first choice; no code is.
        const isProbe =
          obstacle === 'its operator does not answer' &&
          isFirst &&
          !wish.urgent &&
          mayProbe?.(this.#operatorOf(route)) === true;
        if (obstacle === undefined) isFirst = false;
        return isProbe ? undefined : obstacle;
      },
      {
        isUp: (route) => conditionOf(this.#operatorOf(route)).downForMs === undefined,
        random,
      },
    );
    return chosen && { ...chosen, operator: this.#operatorOf(chosen.route) };
  }

  /** Every route that fits the number, in the order in which they are tried, and what stands against each. */
  considerRoutes(
    wish: Wish,
    { conditionOf }: Pick<RoutePorts, 'conditionOf'>,
  ): readonly Considered[] {
    const { routes, network } = this.#routes.candidatesFor(wish.phone);
    return routes.map((route) => {
      const operator = this.#operatorOf(route);
      const obstacle = this.#obstacle(route, wish, { conditionOf, network });
      return { route, operator, obstacle, condition: conditionOf(operator) };
    });
  }

  /** MCC and MNC; undefined where nobody has imported them. */
  networkOf(phone: Wish['phone']): string | undefined {
    return this.#routes.networkOf(phone);
  }

  /** What a part to this number costs the account; undefined where the price list has nothing. */
  priceOf(phone: string, payer: Payer, nowMs: number): Millionths | undefined {
    return this.#prices.priceOf(phone, payer, nowMs);
  }

  /** What tells the number from others: where this is the same, routes and prices are the same ones. */
  beginningOf(phone: string): string {
    return this.#beginnings.find(phone) ?? '';
  }

  /** Until when prices stay what they are, while this directory is in use. */
  pricesUntilMs(nowMs: number): number {
    return this.#prices.nextDayMs(nowMs);
  }

  #obstacle(
    route: Route,
    wish: Wish,
    known: Pick<RoutePorts, 'conditionOf'> & { readonly network: string | undefined },
  ): Obstacle | undefined {
    const operator = this.#operatorOf(route);
    const standing = { state: operator.state, ...known.conditionOf(operator) };
    return findObstacle(route, wish, { standing, network: known.network });
  }

  /** Routes to operators that are gone were left out when the directory was read. */
  #operatorOf({ operatorId }: Route): Operator {
    return this.#operatorsById.get(operatorId) as Operator;
  }
}
