/** Of the mails of which it is known, how many a server has taken: 0 to 1. Undefined: of none it is known. */
export function shareOfMails({
  delivered,
  bouncedHard,
  bouncedSoft,
  failed,
}: {
  readonly delivered: number;
  readonly bouncedHard: number;
  readonly bouncedSoft: number;
  readonly failed: number;
}): number | undefined {
  const known = delivered + bouncedHard + bouncedSoft + failed;
  return known === 0 ? undefined : delivered / known;
}
