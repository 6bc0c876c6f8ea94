/** Routes whose servers are given: the catcher on this machine, and relays that an administrator names. */
import type { FaultText } from '#core/attempt-fault.ts';
import type { NameResolver } from '#core/name-resolver.ts';
import type { Destination, Host, Route } from './route.ts';
import { catcherLimits, relayLimits } from './site.ts';

export type RelayServer = {
  readonly host: string;
  readonly port: number;
  /** From the first octet, as on port 465. */
  readonly implicitTls: boolean;
  readonly tls: Host['tls'];
  readonly user: string | undefined;
  readonly password: string;
};

/** More are of no use: the library behind the catcher knows no CHUNKING. */
const catcherWindow = 2;
const relayWindow = 16;
const catcherIdleMs = 10_000;
const relayIdleMs = 60_000;

export function catcherRoute(options: {
  /** Undefined while it runs elsewhere, or not yet. */
  readonly address: () => { readonly host: string; readonly port: number } | undefined;
  readonly helloName: string;
}): Route {
  return {
    site: '',
    limits: catcherLimits,
    windowMax: catcherWindow,
    idleMs: catcherIdleMs,
    helloName: options.helloName,
    find() {
      const { host, port } = options.address() ?? { host: '', port: 0 };
      const server: Host = { name: host, port, preference: 0, implicitTls: false, tls: 'never' };
      const hosts = host === '' ? [] : [server];
      return { kind: 'destination', destination: { key: `${host}:${port}`, hosts } };
    },
    addressesOf: async ({ name }) => ({ ok: true, addresses: [name] }),
  };
}

export function relayRoute(options: {
  /** In the order in which they are tried. */
  readonly servers: readonly RelayServer[];
  readonly resolver: NameResolver;
  readonly helloName: string;
  readonly from?: string | undefined;
  readonly ca?: string | undefined;
}): Route {
  const { servers, resolver, helloName, from, ca } = options;
  const destination: Destination = { key: 'relay', hosts: servers.map(hostOf) };
  return {
    site: '',
    limits: relayLimits,
    windowMax: relayWindow,
    idleMs: relayIdleMs,
    helloName,
    from,
    ca,
    find: () => ({ kind: 'destination', destination }),
    async addressesOf({ name }) {
      const { addresses } = await resolver.resolve(name);
      return addresses.length === 0
        ? { ok: false, reason: `${name} ${'has no address' satisfies FaultText}` }
        : { ok: true, addresses };
    },
  };
}

function hostOf(server: RelayServer, preference: number): Host {
  const { host, port, implicitTls, tls, user, password } = server;
  const login = user === undefined ? undefined : { user, password };
  return { name: host, port, preference, implicitTls, tls, login };
}
