/**
 * Which of the routes that fit a number a message takes: the longest prefix, then the one for its
 * network, then priority, then links that are up, then the cheapest, and weights among equals.
 *
 * A route of a shorter prefix serves when none of the longer can: it is the way round.
 */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { choiceReasons } from '#model/route-reason.ts';
import type { OperatorState } from '#sms/operator.ts';
import { type Grade, type Route, type SenderKind, senderKindOf } from './route.ts';

/** What is to be sent, as far as routes look at it. */
export type Wish = {
  readonly phone: PhoneNumber;
  /** As written by the client; empty: the operator's default. */
  readonly sender: string;
  /** Undefined: either will do. */
  readonly grade: Grade | undefined;
  readonly urgent: boolean;
  /** Operators that have refused this message, or are to be left. */
  readonly notBy?: ReadonlySet<number> | undefined;
};

/** How an operator stands now. */
export type Standing = {
  readonly state: OperatorState;
  /** Since when none of its binds is up, as a duration; undefined while one is. */
  readonly downForMs: number | undefined;
  /** Since when it answers no submit although it is bound; undefined while it does. */
  readonly silentForMs: number | undefined;
  readonly quotaUsedUp: boolean;
};

/** Why a route is not taken whatever the others are. */
export const obstacles = [
  'is switched off',
  'serves another network',
  'is of another grade',
  'does not take this kind of sender',
  'its operator drains',
  'its operator has used up its quota',
  'its operator has refused the message',
  /** These are taken all the same where nothing else is left: the message waits. */
  'its operator is paused',
  'its operator is down',
  'its operator does not answer',
] as const;
export type Obstacle = (typeof obstacles)[number];

export type Reason = (typeof choiceReasons)[number];

export type Chosen = { readonly route: Route; readonly reason: Reason };

/**
 * An operator that was lost a moment ago may be back in the next. What waits there leaves a second later at most
 * (`rerouter.ts`): urgent parts within 5 s of the loss, others within 15 s.
 */
const downMs = 13_000;
const downUrgentMs = 3_500;

/** `candidates` in the order of `compareRoutes`; `random` answers 0 to 1. */
export function chooseRoute(
  candidates: readonly Route[],
  judge: (route: Route) => Obstacle | undefined,
  { isUp, random }: { readonly isUp: (route: Route) => boolean; readonly random: () => number },
): Chosen | undefined {
  const free: Route[] = [];
  const waiting: Route[] = [];
  for (const route of candidates) {
    const obstacle = judge(route);
    if (obstacle === undefined) free.push(route);
    else if (isPassing(obstacle)) waiting.push(route);
  }
  const [first] = free;
  if (first === undefined) {
    const [next] = waiting;
    return next && { route: next, reason: 'waits for its operator' };
  }
  const tier = free.filter((route) => sameRank(route, first));
  if (tier.length === 1) return { route: first, reason: apart(first, free[1]) };
  return chooseInTier(tier, { isUp, random });
}

/** Static part of the order: what does not change from message to message. */
export function compareRoutes(a: Route, b: Route): number {
  return (
    b.prefix.length - a.prefix.length ||
    Number(a.network === '') - Number(b.network === '') ||
    a.priority - b.priority ||
    (a.buyPrice ?? Number.POSITIVE_INFINITY) - (b.buyPrice ?? Number.POSITIVE_INFINITY) ||
    a.id - b.id
  );
}

/** `network` is that of the number, where it is known. */
export function findObstacle(
  route: Route,
  { sender, grade, urgent, notBy }: Wish,
  { standing, network }: { readonly standing: Standing; readonly network: string | undefined },
): Obstacle | undefined {
  if (!route.enabled) return 'is switched off';
  if (route.network !== '' && route.network !== network) return 'serves another network';
  if (route.grade !== null && grade !== undefined && route.grade !== grade) {
    return 'is of another grade';
  }
  if (!takesSender(route.senders, sender)) return 'does not take this kind of sender';
  if (notBy?.has(route.operatorId) === true) return 'its operator has refused the message';
  const { state, downForMs, silentForMs, quotaUsedUp } = standing;
  if (state === 'draining' || state === 'rerouting' || state === 'leaving') {
    return 'its operator drains';
  }
  if (quotaUsedUp) return 'its operator has used up its quota';
  if (state === 'paused') return 'its operator is paused';
  if (isDown(downForMs, urgent)) return 'its operator is down';
  return silentForMs === undefined ? undefined : 'its operator does not answer';
}

/** Whether an operator has been away so long that it gets nothing new. */
export function isDown(downForMs: number | undefined, urgent: boolean): boolean {
  return downForMs !== undefined && downForMs >= (urgent ? downUrgentMs : downMs);
}

/** Whether the message may wait for it to go away. */
export function isPassing(obstacle: Obstacle): boolean {
  return passing.has(obstacle);
}

const passing: ReadonlySet<Obstacle> = new Set([
  'its operator is paused',
  'its operator is down',
  'its operator does not answer',
]);

function takesSender(senders: readonly SenderKind[], sender: string): boolean {
  return senders.length === 0 || senders.includes(senderKindOf(sender));
}

function sameRank(a: Route, b: Route): boolean {
  return (
    a.prefix.length === b.prefix.length &&
    (a.network === '') === (b.network === '') &&
    a.priority === b.priority
  );
}

/** `next` stands behind `first` in another rank. */
function apart(first: Route, next: Route | undefined): Reason {
  if (next === undefined) return 'only route';
  if (first.prefix.length !== next.prefix.length) return 'longest prefix';
  return first.network === next.network ? 'priority' : 'network';
}

function chooseInTier(
  tier: readonly Route[],
  { isUp, random }: { readonly isUp: (route: Route) => boolean; readonly random: () => number },
): Chosen {
  const up = tier.filter((route) => isUp(route));
  const pool = up.length > 0 ? up : tier;
  // In the order of their price, so the first is the cheapest.
  const [cheapest] = pool as [Route, ...Route[]];
  const equals = pool.filter(({ buyPrice }) => buyPrice === cheapest.buyPrice);
  if (equals.length > 1) return { route: byWeight(equals, random()), reason: 'weight' };
  return { route: cheapest, reason: pool.length > 1 ? 'price' : 'link is up' };
}

/** `chance` is 0 to 1. */
function byWeight(routes: readonly Route[], chance: number): Route {
  const all = routes.reduce((sum, { weight }) => sum + weight, 0);
  let left = chance * all;
  for (const route of routes) {
    left -= route.weight;
    if (left < 0) return route;
  }
  return routes.at(-1) as Route;
}
