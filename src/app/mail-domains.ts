/** What accounts do with their sending domains: the stores, the DNS, and this server's name in it. */
import type { ApiPorts } from '#api/api-server.ts';
import { openDns } from '#core/dns.ts';
import type { Common } from './common.ts';

export function openMailDomains({ config, storage, sealer }: Common): ApiPorts['mailDomains'] {
  const { helloName, mode } = config.mail;
  return {
    store: storage.domains,
    sealer,
    dns: openDns(config.nameServers),
    serverName: helloName === '' ? undefined : helloName,
    sendsItself: mode === 'direct',
  };
}
