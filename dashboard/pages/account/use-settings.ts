/** The API settings of an account, which several panels show. */
import { useQuery } from '@tanstack/react-query';
import { type Answered, call } from '../../api/call.ts';

export type Settings = Answered<'GET /api/accounts/{account}/api-settings'>;

/** One of the URLs that an account has of its own. */
export type OwnUrl = NonNullable<Settings['eventUrl']>;

export function useSettings(account: number) {
  return useQuery({
    queryKey: ['api-settings', account],
    queryFn: () => call('GET /api/accounts/{account}/api-settings', { params: { account } }),
  });
}
