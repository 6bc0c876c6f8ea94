/** Connects to a mail server once, as far as the first mail would be sent, and tells what it said: for people. */
import { hostname } from 'node:os';
import type { Clock } from '#core/clock.ts';
import { connectSmtp } from '../smtp/connect.ts';
import type { Host } from './route.ts';

export type TriedServer = Omit<Host, 'preference'> & { readonly address: string };

export type ServerTrial =
  /** `security` is what the connection was encrypted with, or that it was not. */
  | { readonly ok: true; readonly host: string; readonly security: string }
  | { readonly ok: false; readonly why: string };

type Ports = {
  readonly clock: Clock;
  /** Empty: the machine's name. */
  readonly helloName: string;
  readonly sourceAddress: string | undefined;
};

/** A server that is well answers at once; some greet late on purpose. */
const timeOuts = {
  connectMs: 10_000,
  replyMs: 15_000,
  dataMs: 10_000,
  bodyMs: 10_000,
  stallMs: 10_000,
  tlsMs: 10_000,
  quitMs: 2_000,
};

export async function tryServer(server: TriedServer, ports: Ports): Promise<ServerTrial> {
  const { name, address, port, implicitTls, tls, login } = server;
  const { clock, helloName, sourceAddress } = ports;
  const connected = await connectSmtp({
    address,
    port,
    from: sourceAddress,
    helloName: helloName === '' ? hostname() : helloName,
    startTls: tls === 'never' ? 'never' : tls === 'opportunistic' ? 'offered' : 'required',
    login,
    tls: { implicit: implicitTls, verify: tls === 'verified', name },
    windowMax: 1,
    plain: true,
    mailsMax: 1,
    timeOuts,
    clock,
    room: () => undefined,
    ended: () => undefined,
  });
  if (!connected.ok) return { ok: false, why: `${name}: ${connected.fault.reason}` };
  connected.session.quit();
  return { ok: true, host: name, security: connected.security };
}
