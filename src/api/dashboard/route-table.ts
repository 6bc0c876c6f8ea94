/** Which handler a path means: `{names}` of a path stand for one segment each. */
import type { Handler } from './handler.ts';

export type Found = {
  /** Those that the path has, by method. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Still percent-encoded. */
  readonly names: Readonly<Record<string, string>>;
};

type Place = {
  readonly segments: readonly string[];
  readonly handlers: Map<string, Handler>;
};

export class RouteTable {
  /** By the number of segments; places of plain segments first. */
  readonly #places = new Map<number, Place[]>();

  constructor(handlers: readonly Handler[]) {
    for (const handler of handlers) this.#add(handler);
    for (const places of this.#places.values()) {
      places.sort((a, b) => countNames(a.segments) - countNames(b.segments));
    }
  }

  find(path: string): Found | undefined {
    const segments = path.split('/');
    for (const { segments: wanted, handlers } of this.#places.get(segments.length) ?? []) {
      const names = match(wanted, segments);
      if (names !== undefined) return { handlers, names };
    }
    return undefined;
  }

  #add(handler: Handler): void {
    const { path, method } = handler.definition;
    const segments = path.split('/');
    const places = this.#places.get(segments.length) ?? [];
    const place = places.find((one) => one.segments.join('/') === path);
    if (place === undefined) places.push({ segments, handlers: new Map([[method, handler]]) });
    else place.handlers.set(method, handler);
    this.#places.set(segments.length, places);
  }
}

const isName = (segment: string): boolean => segment.startsWith('{');

const countNames = (segments: readonly string[]): number => segments.filter(isName).length;

function match(
  wanted: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const names: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const want = wanted[at] ?? '';
    if (isName(want)) names[want.slice(1, -1)] = segment;
    else if (want !== segment) return undefined;
  }
  return names;
}
