/** What a change of the audit has changed: each says what is from then on, so what was stands in those before it. */

export type Details = Readonly<Record<string, unknown>>;

export type Difference = {
  readonly field: string;
  /** Undefined: nobody has set it before, as far as is known. */
  readonly before: unknown;
  readonly after: unknown;
};

/** `earlier`: of the same thing, newest first. What stays as it was is left out. */
export function differences(
  details: Details,
  earlier: readonly { readonly details: Details }[],
): readonly Difference[] {
  const { before: told, ...now } = flat(details);
  const known = [
    ...(isDetails(told) ? [told] : []),
    ...earlier.map((change) => flat(change.details)),
  ];
  return Object.entries(now).flatMap(([field, after]) => {
    const before = known.find((one) => Object.hasOwn(one, field))?.[field];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
  });
}

/** The fields that a change is about; settings that stand in a field of their own count as its fields. */
export function fieldsOf(details: Details): readonly string[] {
  return Object.keys(flat(details)).filter((field) => field !== 'before');
}

function flat({ settings, ...details }: Details): Details {
  if (isDetails(settings)) return { ...details, ...settings };
  return settings === undefined ? details : { ...details, settings };
}

export function isDetails(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
