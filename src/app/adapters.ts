/** What the pages for other gateways' clients ask of the engines. */
import type { AdapterPorts } from '#api/adapters/adapter.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

export function adapterPorts(
  { config, clock, log, storage }: Pick<Common, 'config' | 'clock' | 'log' | 'storage'>,
  { customers, sender }: Pick<Engines, 'customers' | 'sender'>,
  { checkUrl, refuseNow }: Pick<AdapterPorts, 'checkUrl' | 'refuseNow'>,
): AdapterPorts {
  return {
    gateways: config.adapters,
    identify: (credentials, address) => customers.identify(credentials, address),
    mayTake: (customer, recipients) => customers.mayTake(customer, recipients),
    send: (request) => sender.send(request),
    preview: (request) => sender.preview(request),
    findAccount: (accountId) => storage.accounts.findAccount(accountId),
    checkUrl,
    refuseNow,
    clock,
    log,
  };
}
