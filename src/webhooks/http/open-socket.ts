/** Opens a socket, with TLS where asked, to an address that the guard has vetted. */

import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FaultText } from '#core/attempt-fault.ts';
import { boundary, ignored } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { parseIpAddress } from '#core/ip-address.ts';
import { type Fault, socketFault } from './fault.ts';

/** The other end, as its URL names it. */
export type Target = {
  readonly tls: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** In place of the authorities that the machine trusts. */
  readonly ca?: string | undefined;
  /** What we show of ourselves where we are asked, in PEM. */
  readonly identity?: { readonly certificate: string; readonly key: string } | undefined;
};

/** Its failure loses that connection: the request on it failed, and its event is tried again later. */
export const sockets = boundary('webhooks.connection', 'socket event');

export type OpenOptions = {
  readonly target: Target;
  readonly address: string;
  readonly clock: Clock;
  /** The address of ours that it comes from; undefined: the machine chooses. */
  readonly sourceAddress?: string | undefined;
  readonly limitMs: number;
  /** Called with what arrives; the octets are overwritten by the next read. */
  readonly onOctets: (octets: Buffer) => void;
};

/** How long each step took. */
export type OpenPhases = { readonly connectMs: number; readonly tlsMs: number };

export type Opened =
  | { readonly ok: true; readonly socket: Socket; readonly phases: OpenPhases }
  | { readonly ok: false; readonly fault: Fault };

const otherAddress: FaultText = 'connected to another address than the one vetted';

/** One for all plain sockets: what is read is parsed before the next read begins. */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

export function openSocket(options: OpenOptions): Promise<Opened> {
  const { target, address, clock, limitMs } = options;
  const socket = target.tls ? dialTls(options) : dialPlain(options);
  const startedMs = clock.monotonicMs();
  let connectedMs = startedMs;
  socket.setNoDelay(true);
  return new Promise((resolve) => {
    let kind: 'no connection' | 'TLS' = 'no connection';
    const settle = (opened: Opened): void => {
      timer.cancel();
      socket.off('error', onError).off('close', onClose);
      if (!opened.ok) socket.destroy();
      resolve(opened);
    };
    const succeed = (): void => {
      const tlsMs = clock.monotonicMs() - connectedMs;
      settle({ ok: true, socket, phases: { connectMs: connectedMs - startedMs, tlsMs } });
    };
    const fail = (fault: Fault): void => settle({ ok: false, fault });
    const timer = clock.after(limitMs, () =>
      fail({
        kind: 'time-out',
        reason: (kind === 'TLS' ? 'no TLS in time' : 'no connection in time') satisfies FaultText,
      }),
    );
    const giveUp = (): void => fail({ kind, reason: 'connection given up' satisfies FaultText });
    const onError = sockets.guard((error: Error) => fail(socketFault(kind, error)), giveUp);
    const onClose = sockets.guard(
      () => fail({ kind, reason: 'connection closed' satisfies FaultText }),
      giveUp,
    );
    // One listener stays, for an error between two owners would end the process.
    socket.on('error', ignored).on('error', onError).on('close', onClose);
    const connected = (): void => {
      kind = 'TLS';
      connectedMs = clock.monotonicMs();
      if (!isSameAddress(socket.remoteAddress, address)) {
        fail({ kind: 'forbidden', reason: otherAddress });
      } else if (!target.tls) succeed();
    };
    socket.once('connect', sockets.guard(connected, giveUp));
    socket.once('secureConnect', sockets.guard(succeed, giveUp));
  });
}

function dialPlain({ target, address, sourceAddress, onOctets }: OpenOptions): Socket {
  const read = sockets.guard(onOctets, () => socket.destroy());
  const socket = connectPlain({
    host: address,
    port: target.port,
    ...(sourceAddress !== undefined && { localAddress: sourceAddress }),
    onread: {
      buffer: readBuffer,
      callback: (length, buffer) => {
        read((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  return socket;
}

function dialTls({ target, address, sourceAddress, onOctets }: OpenOptions): Socket {
  const socket = connectTls({
    host: address,
    port: target.port,
    ...(sourceAddress !== undefined && { localAddress: sourceAddress }),
    ...tlsOptions(target),
  });
  socket.on(
    'data',
    sockets.guard(onOctets, () => socket.destroy()),
  );
  return socket;
}

/** Certificates are always verified. */
export function tlsOptions({ hostname, ca, identity }: Target) {
  return {
    ALPNProtocols: ['http/1.1'],
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ...(ca !== undefined && { ca }),
    ...(identity !== undefined && { cert: identity.certificate, key: identity.key }),
  };
}

function isSameAddress(text: string | undefined, vetted: string): boolean {
  const actual = text === undefined ? undefined : parseIpAddress(text);
  const asked = parseIpAddress(vetted);
  return actual !== undefined && actual.family === asked?.family && actual.bits === asked.bits;
}
