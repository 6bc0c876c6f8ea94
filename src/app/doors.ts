/** The doors of a process for clients and people: the HTTP interface, and the socket of its commands. */
import { openApi } from '#api/api-server.ts';
import type { HttpServer } from '#api/http/http-server.ts';
import { openOperationSocket } from '#api/operations/operation-socket.ts';
import { parseAddressRange } from '#core/address-range.ts';
import { certificateWatch, readCertificate } from '#core/certificate-watch.ts';
import { socketIn } from '#core/operation-socket.ts';
import { apiPorts } from './api-ports.ts';
import type { Work } from './open-work.ts';
import { serverPorts } from './operation-ports.ts';

export type Doors = {
  readonly api: HttpServer;
  /** Why no work is taken now. */
  readonly findObstacle: () => Promise<string | undefined>;
};

export async function openDoors(
  { common, engines, traces }: Pick<Work, 'common' | 'engines' | 'traces'>,
  stack: AsyncDisposableStack,
): Promise<Doors> {
  const { config, clock, log, tally } = common;
  const ports = { ...apiPorts(common, engines), watch: traces?.requests };
  const certificate = config.tls && (await readCertificate(config.tls));
  const api = stack.use(
    await openApi(
      {
        tls: certificate,
        addresses: config.hosts.map((host) => ({
          host,
          port: config.port,
          // A machine without IPv6 has no ::1.
          optional: host === '::1',
        })),
        publicUrl: config.publicUrl,
        trustedProxies: config.trustedProxies.flatMap((range) => parseAddressRange(range) ?? []),
        dashboardFolder: new URL('../../dist/dashboard/', import.meta.url),
        healthOnly: !config.roles.includes('api'),
      },
      ports,
    ),
  );
  if (config.tls !== undefined && certificate !== undefined) {
    const renew = api.renewCertificate.bind(api);
    const ends = (endsAtMs: number): void => tally?.certificateEnds('http', endsAtMs);
    const watch = { port: 'http', renew, ends, clock, log } as const;
    stack.use(certificateWatch(config.tls, certificate, watch)).start();
  }
  const socket = config.database.kind === 'folder' ? socketIn(config.dataFolder) : undefined;
  if (socket !== undefined) {
    stack.use(await openOperationSocket(socket, serverPorts(common, engines)));
  }
  return { api, findObstacle: ports.findObstacle };
}
