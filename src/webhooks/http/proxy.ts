/**
 * Opens sockets through a forward proxy, for machines that reach the outside in no other way. It is asked
 * for a vetted address and not for a name, so it has nothing to resolve and the guard's word stands.
 */

import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FaultText } from '#core/attempt-fault.ts';
import { ignored } from '#core/boundary.ts';
import type { Fault } from './fault.ts';
import { socketFault } from './fault.ts';
import { type Opened, type OpenOptions, sockets, tlsOptions } from './open-socket.ts';

export type ForwardProxy = {
  readonly hostname: string;
  readonly port: number;
  /** `user:password`; empty: it asks for none. */
  readonly credentials: string;
};

/** Of its answer to CONNECT, which has no body where it agrees. */
const headMax = 8_192;

export async function openThrough(proxy: ForwardProxy, options: OpenOptions): Promise<Opened> {
  const { clock, limitMs, target } = options;
  const startedMs = clock.monotonicMs();
  const tunnel = await openTunnel(proxy, options);
  if (!tunnel.ok) return tunnel;
  const connectMs = clock.monotonicMs() - startedMs;
  if (!target.tls) {
    const { socket } = tunnel;
    socket.on(
      'data',
      sockets.guard(options.onOctets, () => socket.destroy()),
    );
    return { ok: true, socket: tunnel.socket, phases: { connectMs, tlsMs: 0 } };
  }
  const opened = await secure(tunnel.socket, { ...options, limitMs: limitMs - connectMs });
  const tlsMs = clock.monotonicMs() - startedMs - connectMs;
  return opened.ok ? { ...opened, phases: { connectMs, tlsMs } } : opened;
}

type Tunnel =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly fault: Fault };

/** RFC 9110 §9.3.6: any 2xx opens the tunnel. */
function openTunnel(proxy: ForwardProxy, options: OpenOptions): Promise<Tunnel> {
  const { sourceAddress, clock, limitMs } = options;
  const socket = connectPlain({
    host: proxy.hostname,
    port: proxy.port,
    ...(sourceAddress !== undefined && { localAddress: sourceAddress }),
  });
  socket.setNoDelay(true);
  return new Promise((resolve) => {
    let head = '';
    const settle = (tunnel: Tunnel): void => {
      timer.cancel();
      socket.off('error', onError).off('close', onClose).off('data', onData);
      if (!tunnel.ok) socket.destroy();
      resolve(tunnel);
    };
    const fail = (reason: string): void =>
      settle({
        ok: false,
        fault: { kind: 'proxy', reason: `${'proxy' satisfies FaultText}: ${reason}` },
      });
    const timer = clock.after(limitMs, () => fail('no connection in time'));
    const giveUp = (): void => fail('connection given up');
    const onError = sockets.guard(
      (error: Error) => fail(socketFault('proxy', error).reason),
      giveUp,
    );
    const onClose = sockets.guard(() => fail('connection closed'), giveUp);
    const onData = sockets.guard((octets: Buffer) => {
      head += octets.toString('latin1');
      const status = /^HTTP\/1\.[01] (?<status>\d{3})[ \r]/.exec(head)?.groups?.['status'];
      if (head.length > headMax) fail('its answer has no end');
      else if (!head.includes('\r\n\r\n')) return;
      else if (status === undefined) fail('its answer is not HTTP');
      else if (!status.startsWith('2')) fail(`it answered CONNECT with ${status}`);
      else if (!head.endsWith('\r\n\r\n')) fail('it spoke before it was asked');
      else settle({ ok: true, socket });
    }, giveUp);
    // One listener stays, for an error between two owners would end the process.
    socket.on('error', ignored).on('error', onError).on('close', onClose);
    socket.on('data', onData);
    socket.once(
      'connect',
      sockets.guard(() => socket.write(connectHead(proxy, options)), giveUp),
    );
  });
}

function connectHead({ credentials }: ForwardProxy, { target, address }: OpenOptions): string {
  const host = address.includes(':') ? `[${address}]` : address;
  const authority = `${host}:${target.port}`;
  const basic = Buffer.from(credentials).toString('base64');
  const proof = credentials === '' ? '' : `Proxy-Authorization: Basic ${basic}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proof}\r\n`;
}

function secure(
  tunnel: Socket,
  { target, clock, limitMs, onOctets }: OpenOptions,
): Promise<Tunnel> {
  using untaken = new DisposableStack();
  untaken.defer(() => tunnel.destroy());
  const socket = connectTls({ socket: tunnel, ...tlsOptions(target) });
  untaken.move();
  socket.on(
    'data',
    sockets.guard(onOctets, () => socket.destroy()),
  );
  return new Promise((resolve) => {
    const settle = (opened: Tunnel): void => {
      timer.cancel();
      socket.off('error', onError).off('close', onClose);
      if (!opened.ok) socket.destroy();
      resolve(opened);
    };
    const fail = (fault: Fault): void => settle({ ok: false, fault });
    const timer = clock.after(Math.max(0, limitMs), () =>
      fail({ kind: 'time-out', reason: 'no TLS in time' satisfies FaultText }),
    );
    const giveUp = (): void =>
      fail({ kind: 'TLS', reason: 'connection given up' satisfies FaultText });
    const onError = sockets.guard((error: Error) => fail(socketFault('TLS', error)), giveUp);
    const onClose = sockets.guard(
      () => fail({ kind: 'TLS', reason: 'connection closed' satisfies FaultText }),
      giveUp,
    );
    socket.on('error', ignored).on('error', onError).on('close', onClose);
    socket.once(
      'secureConnect',
      sockets.guard(() => settle({ ok: true, socket }), giveUp),
    );
  });
}
