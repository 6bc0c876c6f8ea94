/** The other address that the person has asked for, if it waits to be confirmed. */
import { useQuery } from '@tanstack/react-query';
import { type Answer, ask } from '../../api/operate.ts';

export type AddressChange = Answer<'address show'>;

export const addressChangeKey = ['address-change'] as const;

export function useAddressChange() {
  return useQuery({ queryKey: addressChangeKey, queryFn: () => ask('address show', {}) });
}
