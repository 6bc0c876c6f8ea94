/** What pages do with the live stream of their account. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useAccountInAddress } from '../session.tsx';
import { concerns } from './batch.ts';
import { type Hearer, LiveConnection } from './live-connection.ts';
import { Pace } from './pace.ts';

const connection = new LiveConnection();

/** Tells what has happened of these kinds, named whole or by their first word; none: all. */
export function useLive(kinds: readonly string[], hear: Hearer): void {
  const account = useAccountInAddress();
  const take = useEffectEvent<Hearer>((batch) => {
    if (concerns(batch, kinds)) hear(batch);
  });
  useEffect(() => {
    const id = Number(account);
    return Number.isInteger(id) ? connection.hear(id, (batch) => take(batch)) : undefined;
  }, [account]);
}

/** A page asks no more often, however much happens. */
const refreshEveryMs = 1_000;

type RefreshPace = {
  readonly everyMs?: number | undefined;
  /** Once more so long after the last of it, and after the page was opened: for what the server stores a moment later. */
  readonly againMs?: number | undefined;
};

/** Calls `refresh` soon after something of these kinds, and again for as long as more happens. */
export function useLiveRefresh(
  kinds: readonly string[],
  refresh: () => Promise<unknown>,
  { everyMs = refreshEveryMs, againMs }: RefreshPace = {},
): void {
  const account = useAccountInAddress();
  const call = useEffectEvent(refresh);
  const isMine = useEffectEvent<(batch: Parameters<Hearer>[0]) => boolean>((batch) =>
    concerns(batch, kinds),
  );
  useEffect(() => {
    const id = Number(account);
    if (!Number.isInteger(id)) return undefined;
    const pace = new Pace(() => call(), everyMs);
    let later: ReturnType<typeof setTimeout> | undefined;
    const wishLater = () => {
      clearTimeout(later);
      if (againMs !== undefined) later = setTimeout(() => pace.wish(), againMs);
    };
    wishLater();
    const stop = connection.hear(id, (batch) => {
      if (!isMine(batch)) return;
      pace.wish();
      wishLater();
    });
    return () => {
      stop();
      clearTimeout(later);
      pace.stop();
    };
  }, [account, everyMs, againMs]);
}

/** Since when nothing is told; undefined: what is shown is as it is now. */
export function useLivePausedSince(): number | undefined {
  return useSyncExternalStore(
    (looker) => connection.look(looker),
    () => connection.pausedSinceMs,
  );
}
