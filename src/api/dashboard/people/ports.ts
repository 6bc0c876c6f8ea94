/** What the pages of people ask of the program. */
import type { Clock } from '#core/clock.ts';
import type { People } from '#people/people.ts';

export type PeoplePagePorts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly people: People;
  /** Where people see us, if it is set. */
  readonly publicUrl: string | undefined;
};
