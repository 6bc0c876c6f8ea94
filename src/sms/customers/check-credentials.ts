/**
 * Whose name and password these are, by whatever door they come. A wrong name, a wrong password and an
 * address that is not the user's are one answer after the same work, so that nobody learns which names exist.
 */
import { mayComeFrom } from '#core/address-list.ts';
import { networkOf } from '#core/network.ts';
import type { BindPasswords } from './bind-passwords.ts';
import type { CustomerDirectory } from './customer-directory.ts';
import type { Customer } from './smpp-user.ts';

export type CredentialPorts = {
  readonly directory: () => CustomerDirectory;
  readonly passwords: Pick<BindPasswords, 'check'>;
};

export type Credentials = { readonly systemId: string; readonly password: string };

/** Who has shown the right password; whether it is welcome now is not said. */
export type Identified = Customer | 'wrong' | 'too many at once';

export async function identify(
  { systemId, password }: Credentials,
  address: string,
  { directory, passwords }: CredentialPorts,
): Promise<Identified> {
  const customer = directory().withSystemId(systemId);
  const who = { systemId, network: networkOf(address) };
  const verdict = await passwords.check(customer?.user, password, who);
  if (verdict === 'too many at once') return verdict;
  if (verdict === 'wrong' || customer === undefined) return 'wrong';
  return mayComeFrom(address, customer.user.settings.addresses) ? customer : 'wrong';
}
