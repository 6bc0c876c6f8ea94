/** The ports that the settings open: whether they are this server's, free, or another program's. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, get as plainGet } from 'node:http';
import { get as secureGet } from 'node:https';
import { connect, createServer, isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Config } from '#config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';

const healthMs = 3_000;
const connectMs = 2_000;
const usualSipPort = 5_060;

/** What answers at the HTTP port. */
export type Server =
  | { readonly is: 'parley'; readonly status: number; readonly why: string }
  | { readonly is: 'another program' }
  | { readonly is: 'nobody' };

type Place = { readonly transport: 'tcp' | 'udp'; readonly host: string; readonly port: number };

type Listener = {
  /** As people call it: `smpp tls`. */
  readonly door: string;
  readonly places: readonly Place[];
  /** By which flag it gets another port. */
  readonly flag: string;
  /** Where it is taken another one is found. */
  readonly moves?: boolean;
};

export async function askServer({ port, hosts, tls }: Config): Promise<Server> {
  const [first = '127.0.0.1'] = hosts;
  const host = first === '0.0.0.0' ? '127.0.0.1' : first;
  try {
    const answer = await askHealth({ host, port, path: '/readyz' }, tls);
    const { status, reason } = JSON.parse(answer.text) as Readonly<Record<string, string>>;
    if (status === undefined) return { is: 'another program' };
    return { is: 'parley', status: answer.status, why: reason ?? status };
  } catch (error) {
    if (error instanceof SyntaxError) return { is: 'another program' };
    const isTaken = (await open({ transport: 'tcp', host, port })) === 'EADDRINUSE';
    return { is: isTaken ? 'another program' : 'nobody' };
  }
}

/** Of our own server no more is wanted than the certificate that the settings name, under whatever name. */
async function askHealth(
  place: { readonly host: string; readonly port: number; readonly path: string },
  tls: Config['tls'],
): Promise<{ readonly status: number; readonly text: string }> {
  const asked = { ...place, agent: false, signal: AbortSignal.timeout(healthMs) };
  const request =
    tls === undefined
      ? plainGet(asked)
      : secureGet({
          ...asked,
          ca: await readFile(tls.tlsCert),
          allowPartialTrustChain: true,
          checkServerIdentity: () => undefined,
        });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}

export function lookAtHttpPort({ port }: Config, server: Server): Finding {
  if (server.is === 'nobody') return warn('http port is silent', { port });
  if (server.is === 'another program') return fail('http port is of another program', { port });
  const { status, why } = server;
  if (status === 200) return ok('http port is ready', { port });
  return fail('http port is not ready', { port, status, why: why || findingParts.noReason });
}

/** `isRunning`: a Parley answers here, to which they are to belong. */
export function lookAtPorts(config: Config, isRunning: boolean): Promise<readonly Finding[]> {
  return Promise.all(
    listenersOf(config).map((listener) =>
      isRunning ? lookAtOpen(listener) : lookAtFree(listener),
    ),
  );
}

function listenersOf({ smpp, smtpIn, metrics, calls, roles }: Config): readonly Listener[] {
  const forClients = [
    tcp('smpp', smpp.hosts, smpp.port, '--smpp-port'),
    tcp('smpp tls', smpp.hosts, smpp.tlsPort, '--smpp-tls-port'),
    tcp('smtp', smtpIn?.hosts ?? [], smtpIn?.port, '--smtp-in'),
  ];
  const listeners = [
    ...(roles.includes('api') ? forClients : []),
    tcp('metrics', metrics?.hosts ?? [], metrics?.port, '--metrics-port'),
    ...(roles.includes('calls') ? [sipListener(calls)] : []),
  ];
  return listeners.filter(({ places }) => places.length > 0);
}

function tcp(
  door: string,
  hosts: readonly string[],
  port: number | undefined,
  flag: string,
): Listener {
  const places = portsAt(hosts, port).map((place) => ({ transport: 'tcp' as const, ...place }));
  return { door, flag, places };
}

/** 0 is any free one. */
function portsAt(hosts: readonly string[], port: number | undefined) {
  return port === undefined || port === 0 ? [] : hosts.map((host) => ({ host, port }));
}

function sipListener({ listen }: Config['calls']): Listener {
  const named = { door: 'sip', flag: '--sip-listen' };
  if (listen.how === 'off') return { ...named, places: [] };
  if (listen.how === 'auto') {
    const usual = { host: '127.0.0.1', port: usualSipPort };
    const places = [
      { transport: 'udp', ...usual },
      { transport: 'tcp', ...usual },
    ] as const;
    return { ...named, places, moves: true };
  }
  const places = listen.places
    .filter(({ port }) => port !== 0)
    .map(({ transport, host, port }) => ({
      transport: transport === 'udp' ? ('udp' as const) : ('tcp' as const),
      host,
      port,
    }));
  return { ...named, places };
}

async function lookAtOpen({ door, places, flag, moves = false }: Listener): Promise<Finding> {
  const heard = await Promise.all(places.map(isHeard));
  const silent = places.filter((place, at) => heard[at] === false && !mayLack(place, places));
  if (silent.length === 0) return ok('port is open', { door, ports: portsOf(places) });
  // It may have found another one, and says so in the log.
  if (moves) return ok('port was chosen anew', { door, ports: portsOf(silent) });
  return warn('port is not listened at', { door, ports: portsOf(silent), flag });
}

async function lookAtFree({ door, places, flag, moves = false }: Listener): Promise<Finding> {
  const opened = await Promise.all(places.map(open));
  const at = places.findIndex((place, n) => opened[n] !== 'free' && !mayLack(place, places));
  const [place, problem] = [places[at], opened[at]];
  if (place === undefined || problem === undefined) {
    return ok('port is free', { door, ports: portsOf(places) });
  }
  return troubleOf(door, { place, problem, flag, moves });
}

function troubleOf(
  door: string,
  trouble: {
    readonly place: Place;
    readonly problem: string;
    readonly flag: string;
    readonly moves: boolean;
  },
): Finding {
  const { flag, problem, moves } = trouble;
  const { host, port } = trouble.place;
  switch (problem) {
    case 'EADDRINUSE':
      return moves
        ? warn('port gives way', { door, port, flag })
        : fail('port is taken', { door, port, flag });
    case 'EACCES':
      return warn('port needs a right', { door, port, flag });
    case 'EADDRNOTAVAIL':
      return fail('address is of another machine', { door, host });
    default:
      return fail('port cannot be opened', { door, host, port, problem, flag });
  }
}

/** A machine without IPv6 has no ::1, and the server goes without it. */
function mayLack({ host }: Place, places: readonly Place[]): boolean {
  return host === '::1' && places.some((other) => other.host !== host);
}

function portsOf(places: readonly Place[]): string {
  return [...new Set(places.map(({ port }) => port))].join(', ');
}

/** `free`, or the code of what is in the way. */
async function open({ transport, host, port }: Place): Promise<string> {
  const socket =
    transport === 'tcp' ? createServer() : createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const settled = Promise.withResolvers<string>();
  socket.once('error', (error) => settled.resolve(codeOf(error)));
  socket.once('listening', () => settled.resolve('free'));
  if ('listen' in socket) socket.listen({ host, port, exclusive: true });
  else socket.bind({ address: host, port, exclusive: true });
  const found = await settled.promise;
  if (found === 'free') {
    socket.close();
    await once(socket, 'close');
  }
  return found;
}

/** Without the right to open a low port one may still call at it. */
async function isHeard(place: Place): Promise<boolean> {
  if (place.transport === 'udp') return (await open(place)) !== 'free';
  const socket = connect({ host: place.host, port: place.port });
  socket.setTimeout(connectMs, () => socket.destroy());
  const heard = Promise.withResolvers<boolean>();
  socket.on('error', () => heard.resolve(false)).once('close', () => heard.resolve(false));
  socket.once('connect', () => heard.resolve(true));
  try {
    return await heard.promise;
  } finally {
    socket.destroy();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}
