/** What may be told of an error that nobody expected. */
import { sourcePlace } from './source-places.ts';

export type FaultFields = Readonly<Record<string, unknown>>;

/**
 * An error that nobody expected, which may have been provoked: by class, code and place. Words are told only of
 * errors of ours, because those of the engine and of Node repeat values (`Cannot use 'in' operator to search
 * for 'x' in …`, `Received '…'`).
 */
export function faultFields(error: Error): FaultFields {
  const { code } = error as { readonly code?: unknown };
  const isOurs = !engineErrors.some((made) => error instanceof made) && !isNodes(code);
  const at = placesOf(error);
  return {
    error: error.name,
    ...(isOurs && !quotesValues(error) && { reason: error.message.slice(0, reasonLengthMax) }),
    ...(typeof code === 'string' && { code }),
    ...(at.length > 0 && { at }),
  };
}

const engineErrors = [TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError];
const reasonLengthMax = 200;
const placesMax = 8;

/** Errors of Node's own checks, whose words show what was received. */
function isNodes(code: unknown): boolean {
  return typeof code === 'string' && code.startsWith('ERR_');
}

/** Where in our sources it came from: `src/core/log.ts:12`, innermost first. */
function placesOf({ stack = '' }: Error): string[] {
  const frames = stack.matchAll(
    /^ +at .*?\b(?:(?<place>(?:src|node_modules)\/[\w@./-]+:\d+)|dist\/server\/(?<built>[\w/-]+\.js:\d+)):\d+\)?$/gm,
  );
  const places: string[] = [];
  for (const { groups: { place, built = '' } = {} } of frames) {
    if (places.length === placesMax) break;
    const found = place ?? sourcePlace(built);
    if (found !== undefined) places.push(found);
  }
  return places;
}

/** JSON.parse shows the text around the fault; PostgreSQL, known by its severity, the value of a column. */
export function quotesValues(error: Error): boolean {
  return error instanceof SyntaxError || 'severity' in error;
}
