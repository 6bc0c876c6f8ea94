/** The next entry through a boundary is made to fail, and who would be told of failures hears of them. */
import { must } from '#core/assert.ts';
import { boundaries, onBoundaryFailure } from '#core/boundary.ts';

export type Broken = Disposable & { readonly failures: readonly string[] };

export function breakNext(name: string): Broken {
  const failures: string[] = [];
  const hearing = onBoundaryFailure(({ boundary }) => failures.push(boundary));
  const broken = must(
    boundaries().find((each) => each.name === name),
    `boundary ${name}`,
  );
  broken.failNext();
  return {
    failures,
    [Symbol.dispose]: () => {
      broken.disarm();
      hearing[Symbol.dispose]();
    },
  };
}
