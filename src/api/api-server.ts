/** The API as one thing to open and close: its commands, its pages, its sockets. */
import type { AddressRange } from '#core/address-range.ts';
import type { Clock } from '#core/clock.ts';
import { handshakeFault, PeerTroubles, peerOf } from '#core/peer-troubles.ts';
import type { AdapterPorts } from './adapters/adapter.ts';
import { adapterPages } from './adapters/adapter-pages.ts';
import { CommandHandler, type CommandHandlerPorts } from './command-handler.ts';
import { type CommandPorts, listCommands } from './commands/commands.ts';
import { DashboardHandler, type DashboardHandlerPorts } from './dashboard/dashboard-handler.ts';
import type { Handler } from './dashboard/handler.ts';
import { type HealthPorts, healthPages } from './health.ts';
import {
  HttpServer,
  type ListenAddress,
  type ServerTimes,
  type TlsCertificate,
} from './http/http-server.ts';
import type { MailPagePorts } from './pages/mail/mail-pages.ts';
import { listPages } from './pages/pages.ts';
import { ApiSite, type SitePorts } from './site.ts';

export type ApiOptions = {
  readonly addresses: readonly ListenAddress[];
  /** Where people see the server, if it is set: `https://…` turns on HSTS. */
  readonly publicUrl?: string | undefined;
  /** Proxies whose word for the address of a client is taken. */
  readonly trustedProxies?: readonly AddressRange[] | undefined;
  /** What it shows for https; undefined: it speaks plain HTTP. */
  readonly tls?: TlsCertificate | undefined;
  readonly times?: ServerTimes;
  /** Where the dashboard is built; undefined: it is not shown. */
  readonly dashboardFolder?: URL | undefined;
  /** True: says how the process does, and takes no requests. */
  readonly healthOnly?: boolean;
};

export type ApiPorts = CommandPorts &
  CommandHandlerPorts &
  SitePorts &
  HealthPorts &
  MailPagePorts & {
    readonly clock: Clock;
    /** For programs that were written for other gateways. */
    readonly adapters: AdapterPorts;
    readonly dashboard: DashboardParts;
  };

/** What the dashboard's API consists of, and who asks it. */
export type DashboardParts = Pick<DashboardHandlerPorts, 'findSession' | 'roleIn' | 'stateOf'> & {
  /** Asked with the first request of a page. */
  readonly loadHandlers: () => Promise<readonly Handler[]>;
};

export function openApi(options: ApiOptions, ports: ApiPorts): Promise<HttpServer> {
  const { addresses, publicUrl, trustedProxies, dashboardFolder, healthOnly = false } = options;
  const commands = healthOnly ? [] : listCommands(ports);
  const handler = new CommandHandler(commands, ports);
  const { dashboard, clock, log } = ports;
  const load = async () => {
    const { openApiHandler } = await import('./openapi/handler.ts');
    return [...(await dashboard.loadHandlers()), openApiHandler(commands)];
  };
  const pageHandler = new DashboardHandler(load, publicUrl, { ...dashboard, clock, log });
  const forPeople = healthOnly ? { pages: [] } : listPages({ publicUrl, dashboardFolder }, ports);
  const atPaths = healthOnly
    ? []
    : [...pageHandler.pages, ...forPeople.pages, ...adapterPages(ports.adapters)];
  const isSecure = publicUrl?.startsWith('https:') === true;
  const site = new ApiSite(
    handler,
    { ...forPeople, pages: [...healthPages(ports), ...atPaths] },
    ports,
  );
  const troubles = new PeerTroubles({ log, clock });
  const http = { event: 'security.parser-refused', protocol: 'HTTP' } as const;
  const handshake = { event: 'security.tls-failed', protocol: 'HTTP', way: 'in' } as const;
  return HttpServer.listen({
    addresses,
    site,
    clock: ports.clock,
    broken: (peer, { problems }) => troubles.note(http, { peer, why: problems[0].word }),
    tlsFailed: (socket, error) =>
      troubles.note(handshake, { peer: peerOf(socket), why: handshakeFault(error) }),
    tls: options.tls,
    ...(options.times !== undefined && { times: options.times }),
    trustedProxies,
    everyHeaders: isSecure ? strictTransport : [],
  });
}

/** RFC 6797 §6.1: for a year browsers come back by https alone. */
const strictTransport = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];
