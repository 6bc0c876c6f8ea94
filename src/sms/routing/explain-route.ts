import { choiceReasons } from '#model/route-reason.ts';
import type { Considered, Directory, RoutePorts } from '#sms/directory.ts';
import { isPassing, obstacles, type Reason, type Wish } from './choose-route.ts';
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
  readonly verdict: Verdict;
};

/** `chosen`, or why it is not; the first four say more beside the code. */
export const verdictCodes = [
  'chosen',
  'chosenBut',
  'passing',
  'share',
  'is not needed',
  'has a shorter prefix',
  'is for all networks',
  'comes later by priority',
  'has lost its link just now',
  'is dearer',
  ...obstacles,
] as const;

export const verdictReasons = [...choiceReasons, ...obstacles] as const;

export type Verdict = {
  readonly code: (typeof verdictCodes)[number];
  readonly reason?: (typeof verdictReasons)[number];
  readonly weight?: number;
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
): Verdict {
  if (chosen?.route === route) {
    return obstacle === undefined
      ? { code: 'chosen', reason: chosen.reason }
      : { code: 'chosenBut', reason: obstacle };
  }
  if (obstacle !== undefined) {
    return isPassing(obstacle) ? { code: 'passing', reason: obstacle } : { code: obstacle };
  }
  if (chosen === undefined) return { code: 'is not needed' };
  return comparison(route, chosen, condition.downForMs !== undefined);
}

function comparison(
  route: Route,
  chosen: { readonly route: Route; readonly reason: Reason },
  isLost: boolean,
): Verdict {
  if (route.prefix.length < chosen.route.prefix.length) return { code: 'has a shorter prefix' };
  if (route.network === '' && chosen.route.network !== '') return { code: 'is for all networks' };
  if (route.priority > chosen.route.priority) return { code: 'comes later by priority' };
  if (isLost) return { code: 'has lost its link just now' };
  return chosen.reason === 'weight' && route.buyPrice === chosen.route.buyPrice
    ? { code: 'share', weight: route.weight }
    : { code: 'is dearer' };
}
