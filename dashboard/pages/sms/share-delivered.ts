/** Of the messages of which it is known, how many arrived: 0 to 1. Undefined: of none it is known. */
export function shareDelivered({
  delivered,
  notDelivered,
}: {
  readonly delivered: number;
  readonly notDelivered: number;
}): number | undefined {
  const known = delivered + notDelivered;
  return known === 0 ? undefined : delivered / known;
}
