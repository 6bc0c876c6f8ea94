/** How the last seven days went, of what is live: counted by the server some seconds behind. */
import { useQuery } from '@tanstack/react-query';
import { askIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { spanAt } from '../../components/statistics-span.ts';

const everyMs = 60_000;
const callsMax = 200;
const lastWeek = { time: 'week', from: '', until: '' };

export function useLately() {
  const { id: account } = useAccount();
  return useQuery({
    queryKey: ['lately', account],
    queryFn: ({ signal }) => readLately(account, signal),
    refetchInterval: everyMs,
  });
}

/** For links of the overview: what it counts is live, so the list behind a link must be, too. */
export function useShowLive(): () => void {
  const { choose } = useMode();
  return () => choose('live');
}

export type Lately = Awaited<ReturnType<typeof readLately>>;

async function readLately(account: number, signal: AbortSignal) {
  const how = { signal, isBackground: true };
  const nowMs = Date.now();
  const span = spanAt({ asked: lastWeek }, nowMs);
  const query = { mode: 'live', by: 'day', ...span } as const;
  const [sms, mail, { calls }] = await Promise.all([
    askIn(account, 'message statistics', query, how),
    askIn(account, 'mail statistics', query, how),
    askIn(account, 'call list', { limit: callsMax }, how),
  ]);
  return { sms: sms.total, mail: mail.total, calls, callsMax, sinceMs: Date.parse(span.from) };
}
