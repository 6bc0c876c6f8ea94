/** A TCP or TLS connection to a peer, or why there is none. */
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { boundary, dropped, ignored } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';

export type TlsSettings = {
  /** Trusted in place of the system's authorities: PEM, one or more. */
  readonly ca?: string | undefined;
  /** The name in the peer's certificate, where it is not the host. */
  readonly serverName?: string | undefined;
};

export type Target = {
  readonly host: string;
  readonly port: number;
  /** Without it the link is plain. */
  readonly tls: TlsSettings | undefined;
};

export type Connected =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly why: 'timed out' | 'told to stop' }
  | { readonly ok: false; readonly why: 'failed'; readonly error: Error };

/** A connection that is opened: its failure counts as one that was not made. */
const dials = boundary('smpp.dial', 'socket event');

export function connect(
  target: Target,
  options: { readonly timeoutMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Connected> {
  return new Promise((resolve) => {
    const { timeoutMs, clock, signal } = options;
    const socket = open(target);
    const settle = (connected: Connected): void => {
      timer.cancel();
      signal.removeEventListener('abort', stop);
      socket.off('error', failed);
      if (!connected.ok) abandon(socket);
      resolve(connected);
    };
    const stop = (): void => settle({ ok: false, why: 'told to stop' });
    const fail = (error: Error): void => settle({ ok: false, why: 'failed', error });
    const failed = dials.guard(fail, dropped);
    const timer = clock.after(timeoutMs, () => settle({ ok: false, why: 'timed out' }));
    signal.addEventListener('abort', stop, { once: true });
    // Kept, so that an error between two owners finds a listener.
    socket.on('error', ignored);
    socket.once('error', failed);
    const event = target.tls === undefined ? 'connect' : 'secureConnect';
    socket.once(
      event,
      dials.guard(() => settle({ ok: true, socket }), fail),
    );
    if (signal.aborted) stop();
  });
}

/** The certificate is verified, always: an operator's own authority is named, not waved through. */
function open({ host, port, tls }: Target): Socket {
  if (tls === undefined) return tcpConnect({ host, port });
  const serverName = tls.serverName ?? (isIP(host) === 0 ? host : undefined);
  return tlsConnect({
    host,
    port,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(serverName !== undefined && { servername: serverName }),
  });
}

function abandon(socket: Socket): void {
  socket.on('error', ignored);
  socket.destroy();
}
