/** What happens in the account, live; while somebody reads, what is new waits. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askIn } from '../../api/operate.ts';
import type { Batch } from '../../app/live/batch.ts';
import { Pace } from '../../app/live/pace.ts';
import { useLive } from '../../app/live/use-live.ts';
import { useAccount } from '../../app/session.tsx';
import { countNew, type Line, mergeLines } from './event-lines.ts';

/** A page is drawn no more often, however much comes. */
const drawEveryMs = 250;
/** What is said of a busy second is gone when it is over. */
const sampleShownMs = 2_000;

export type Happenings = {
  /** Undefined: they are on their way. */
  readonly lines: readonly Line[] | undefined;
  readonly failure: unknown;
  readonly retry: () => void;
  readonly news: number;
  readonly showNews: () => void;
  /** One line in so many is shown; undefined: all of them. */
  readonly oneIn: number | undefined;
};

type Gathered = { lines: readonly Line[]; oneIn: number | undefined; sampledAtMs: number };

export function useHappenings(isRead: () => boolean): Happenings {
  const { id: account } = useAccount();
  const gathered = useRef<Gathered>({ lines: [], oneIn: undefined, sampledAtMs: 0 });
  const [shown, setShown] = useState<readonly Line[]>();
  const [news, setNews] = useState(0);
  const [oneIn, setOneIn] = useState<number>();
  const stored = useStored(account);
  const showNews = () => {
    setShown(gathered.current.lines);
    setNews(0);
  };
  const draw = () => {
    const { lines, oneIn: sample, sampledAtMs } = gathered.current;
    setOneIn(Date.now() - sampledAtMs < sampleShownMs ? sample : undefined);
    if (shown !== undefined && shown.length > 0 && isRead()) setNews(countNew(lines, shown));
    else showNews();
  };
  const pace = usePace(draw);
  useEffect(() => {
    if (stored.data === undefined) return;
    const { lines } = gathered.current;
    gathered.current.lines = mergeLines(lines, stored.data.happenings);
    pace.wish();
  }, [stored.data, pace]);
  useLive([], (batch) => {
    if (batch.isMissed) void stored.refetch();
    gather(gathered.current, batch);
    pace.wish();
  });
  return {
    lines: shown,
    failure: stored.error ?? undefined,
    retry: () => void stored.refetch(),
    news,
    showNews,
    oneIn,
  };
}

function gather(gathered: Gathered, batch: Batch): void {
  // Requests have a page of their own.
  const happenings = batch.happenings.filter(({ event }) => event !== 'request.kept');
  const seen = batch.seen - (batch.happenings.length - happenings.length);
  gathered.lines = mergeLines(gathered.lines, happenings);
  if (seen <= happenings.length || happenings.length === 0) return;
  gathered.oneIn = Math.round(seen / happenings.length);
  gathered.sampledAtMs = Date.now();
}

/** Asked for once; and again, as background, where something may have been missed. */
function useStored(account: number) {
  const queryKey = ['event recent', account];
  return useQuery({
    queryKey,
    queryFn: ({ client, signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined;
      return askIn(account, 'event recent', {}, { signal, isBackground });
    },
    refetchOnWindowFocus: false,
  });
}

function usePace(draw: () => void): Pace {
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  const [pace] = useState(() => new Pace(async () => latest.current(), drawEveryMs));
  useEffect(() => () => pace.stop(), [pace]);
  return pace;
}
