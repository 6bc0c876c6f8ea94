/** What a change of the audit has changed: each says what is from then on, so what was stands in those before it. */

type Details = Readonly<Record<string, unknown>>;

export type Difference = {
  readonly field: string;
  /** Undefined: nobody has set it before. */
  readonly before: string | undefined;
  readonly after: string;
};

/** `earlier`: of the same thing, newest first. What stays as it was is left out. */
export function differences(
  details: Details,
  earlier: readonly { readonly details: Details }[],
): readonly Difference[] {
  return Object.entries(details).flatMap(([field, value]) => {
    const last = earlier.find((change) => Object.hasOwn(change.details, field));
    const [before, after] = [last && written(last.details[field]), written(value)];
    return before === after ? [] : [{ field, before, after }];
  });
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
