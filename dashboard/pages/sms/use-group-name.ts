/** The name of a group of contacts; undefined while it is asked for, and where there is no such group any more. */
import { useQuery } from '@tanstack/react-query';
import { askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';

export function useGroupName(group: number): string | undefined {
  const { id: account } = useAccount();
  const { data } = useQuery({
    queryKey: ['group list', account, 'names'],
    queryFn: ({ signal }) => askIn(account, 'group list', {}, { signal }),
  });
  return data?.groups.find(({ id }) => id === group)?.name;
}
