/** What other processes have changed on the opt-out list, looked at twice a second. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Topic } from '#core/topic.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import type { StopList } from './stop-list.ts';

/** A phone wants nothing more from an account: what waits for it is not to go. */
export type StopNotice = { readonly accountId: number; readonly phone: PhoneNumber };

type StopsWatchPorts = {
  readonly stops: Pick<StopList, 'follow'>;
  readonly stopped: Pick<Topic<StopNotice>, 'tell'>;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 500;

export function stopsWatch({ stops, stopped, changes, clock, log }: StopsWatchPorts): Loop {
  return new Loop({
    name: 'watch of the STOP list',
    everyMs,
    clock,
    log,
    work: untilChanged(changes, async () => {
      const found = await stops.follow();
      for (const change of found) if (change.stopped) stopped.tell(change);
      return found.length;
    }),
  });
}
