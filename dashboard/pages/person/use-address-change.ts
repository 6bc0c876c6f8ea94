/** The other address that the person has asked for, if it waits to be confirmed. */
import { useQuery } from '@tanstack/react-query';
import { type Answered, call } from '../../api/call.ts';

export type AddressChange = Answered<'GET /api/me/address-change'>;

export const addressChangeKey = ['address-change'] as const;

export function useAddressChange() {
  return useQuery({
    queryKey: addressChangeKey,
    queryFn: () => call('GET /api/me/address-change'),
  });
}
