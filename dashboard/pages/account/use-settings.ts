/** The API settings of an account, which several panels show. */
import { useQuery } from '@tanstack/react-query';
import { type Answer, askIn } from '../../api/operate.ts';

export type Settings = Answer<'account settings show'>;

/** One of the URLs that an account has of its own. */
export type OwnUrl = NonNullable<Settings['endpoints']['email']>;

export function useSettings(account: number) {
  return useQuery({
    queryKey: ['account settings show', account],
    queryFn: () => askIn(account, 'account settings show', {}),
  });
}
