/** Why a message to a number goes the way it goes: every route that fits, and what stands against it. */
import type { Considered, Directory, RoutePorts } from '#sms/directory.ts';
import { isPassing, type Reason, type Wish } from './choose-route.ts';
import type { Route } from './route.ts';

export type Explanation = {
  /** Undefined: nothing takes it. */
  readonly chosen:
    | { readonly route: Route; readonly operator: string; readonly reason: Reason }
    | undefined;
  /** In the order in which they are tried. */
  readonly routes: readonly ExplainedRoute[];
  readonly network: string | undefined;
};

export type ExplainedRoute = {
  readonly route: Route;
  readonly operator: string;
  /** `is chosen`, or why it is not. */
  readonly verdict: string;
};

export function explainRoute(directory: Directory, wish: Wish, ports: RoutePorts): Explanation {
  const chosen = directory.chooseRoute(wish, ports);
  return {
    chosen: chosen && {
      route: chosen.route,
      operator: chosen.operator.name,
      reason: chosen.reason,
    },
    routes: directory.considerRoutes(wish, ports).map((considered) => ({
      route: considered.route,
      operator: considered.operator.name,
      verdict: verdictOf(considered, chosen),
    })),
    network: directory.networkOf(wish.phone),
  };
}

function verdictOf(
  { route, obstacle, condition }: Considered,
  chosen: { readonly route: Route; readonly reason: Reason } | undefined,
): string {
  if (chosen?.route === route) {
    return obstacle === undefined ? `is chosen: ${chosen.reason}` : `is chosen, but ${obstacle}`;
  }
  if (obstacle !== undefined) {
    return isPassing(obstacle) ? `${obstacle}: serves if nothing else does` : obstacle;
  }
  if (chosen === undefined) return 'is not needed';
  return comparison(route, chosen, condition.downForMs !== undefined);
}

function comparison(
  route: Route,
  chosen: { readonly route: Route; readonly reason: Reason },
  isLost: boolean,
): string {
  if (route.prefix.length < chosen.route.prefix.length) return 'has a shorter prefix';
  if (route.network === '' && chosen.route.network !== '') return 'is for all networks';
  if (route.priority > chosen.route.priority) return 'comes later by priority';
  if (isLost) return 'has lost its link just now';
  return chosen.reason === 'weight' && route.buyPrice === chosen.route.buyPrice
    ? `has its share by weight (${route.weight})`
    : 'is dearer';
}
