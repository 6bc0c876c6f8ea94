/** How the last seven days went, of what is live: counted by the server some seconds behind. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { readSpan, spanAt } from '../../components/statistics-span.ts';

const everyMs = 60_000;
const callsMax = 200;

export function useLately() {
  const { id: account } = useAccount();
  return useQuery({
    queryKey: ['lately', account],
    queryFn: ({ signal }) => readLately(account, signal),
    refetchInterval: everyMs,
  });
}

export type Lately = Awaited<ReturnType<typeof readLately>>;

async function readLately(account: number, signal: AbortSignal) {
  const how = { params: { account }, signal, isBackground: true };
  const nowMs = Date.now();
  const span = spanAt(readSpan('7', 'day'), nowMs);
  const query = { mode: 'live', by: 'day', ...span } as const;
  const [sms, mail, { calls }] = await Promise.all([
    call('GET /api/accounts/{account}/statistics/messages', { ...how, query }),
    call('GET /api/accounts/{account}/statistics/mails', { ...how, query }),
    call('GET /api/accounts/{account}/calls', { ...how, query: { limit: callsMax } }),
  ]);
  return { sms: sms.total, mail: mail.total, calls, callsMax, sinceMs: Number(span.from) };
}
