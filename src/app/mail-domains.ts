/** What accounts do with their sending domains: the stores, the DNS, and this server's name in it. */
import type { ApiPorts } from '#api/api-server.ts';
import { openDns } from '#core/dns.ts';
import type { Common } from './common.ts';

export type MailDomainNeeds = Pick<Common, 'storage' | 'sealer'> & {
  readonly config: Pick<Common['config'], 'nameServers'> & {
    readonly mail: Pick<Common['config']['mail'], 'helloName' | 'mode'>;
  };
};

export function openMailDomains({
  config,
  storage,
  sealer,
}: MailDomainNeeds): ApiPorts['mailDomains'] {
  const { helloName, mode } = config.mail;
  return {
    store: storage.domains,
    sealer,
    dns: openDns(config.nameServers),
    serverName: helloName === '' ? undefined : helloName,
    sendsItself: mode === 'direct',
  };
}
