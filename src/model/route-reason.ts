/** Why a message takes a way, or has another one now: a code and its values, which pages put into words. */

/** What set the chosen route apart from the next best (sms/routing/choose-route.ts). */
export const choiceReasons = [
  'only route',
  'longest prefix',
  'network',
  'priority',
  'link is up',
  'price',
  'weight',
  'waits for its operator',
] as const;

export const routeReasonCodes = [
  ...choiceReasons,
  // Why waiting parts were moved (sms/routing/rerouter.ts).
  'another bind is up',
  'its operator leaves',
  'its operator is relieved',
  'its operator is down',
  'its operator does not answer',
  'no answer',
  'refused',
  'moved by an administrator',
  // What another version has written.
  'unknown',
] as const;

export type RouteReasonCode = (typeof routeReasonCodes)[number];

export type RouteReason = {
  readonly code: RouteReasonCode;
  /** Of `refused`: the reason of the refusal, such as `refused_0x58`. Of `unknown`: as it is stored. */
  readonly word?: string | undefined;
  /** The operator that is tried after a refusal. */
  readonly tried?: string | undefined;
  /** More parts than were paid for. */
  readonly beyond?: { readonly parts: number; readonly paid: number } | undefined;
  /** It waits for quiet hours to end. */
  readonly isQuiet?: boolean | undefined;
  /** The rule of the limit that holds it. */
  readonly heldBy?: string | undefined;
};

/** As a column keeps it: nearly all have a code alone. */
export function writeRouteReason(reason: RouteReason): string {
  const { code, ...rest } = reason;
  return Object.values(rest).every((value) => value === undefined) ? code : JSON.stringify(reason);
}

/** Never throws: what does not read is `unknown`, with its text. */
export function readRouteReason(text: string): RouteReason {
  if (isCode(text)) return { code: text };
  const read: Partial<RouteReason> | undefined = parse(text);
  return read !== undefined && isCode(read.code)
    ? { ...read, code: read.code }
    : { code: 'unknown', word: text };
}

function isCode(word: unknown): word is RouteReasonCode {
  return routeReasonCodes.some((code) => code === word);
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
