/** The port at which other mail servers report. */
import { certificateWatch, readCertificate } from '#core/certificate-watch.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { serverName } from '../open-returns.ts';
import { type ListenerLimits, type MailHandler, MailListener } from '../smtp/mail-listener.ts';
import { makeCertificate } from '../smtp/self-made-certificate.ts';

export type InboundListenPorts = {
  /** Undefined: mail comes in nowhere. */
  readonly smtpIn:
    | {
        readonly hosts: readonly string[];
        /** 0: any free port. */
        readonly port: number;
        /** Empty: that of the machine. */
        readonly name: string;
        /** Paths of PEM files; empty: a certificate is made. */
        readonly tlsCert: string;
        readonly tlsKey: string;
      }
    | undefined;
  readonly handler: MailHandler;
  /** When the certificate that is shown ends. */
  readonly certificateEnds: (endsAtMs: number) => void;
  readonly clock: Clock;
  readonly log: Log;
};

/** A report has some kilobytes, and up to the mail that it returns; what is read of it has bounds of its own. */
const limits: ListenerLimits = {
  sizeMax: 10 * 1_048_576,
  keptMax: 1_048_576 + 1,
  recipientsMax: 100,
  connectionsMax: 50,
  connectionsPerAddressMax: 10,
  underWayMax: 32 * 1_048_576,
};

/** Where mail comes in from outside; none where that is off. */
export async function listenForMail(
  { smtpIn, handler, certificateEnds: ends, clock, log }: InboundListenPorts,
  stack: AsyncDisposableStack,
): Promise<readonly string[]> {
  if (smtpIn === undefined) return [];
  const helloName = serverName(smtpIn);
  const { hosts, port, tlsCert } = smtpIn;
  const tls =
    tlsCert === '' ? makeCertificate(helloName, clock.nowMs()) : await readCertificate(smtpIn);
  const listeners: MailListener[] = [];
  for (const host of hosts) {
    const options = {
      name: 'inbound mail',
      host,
      port,
      helloName,
      limits,
      tls,
      handler,
      clock,
      log,
    };
    const listener = stack.use(new MailListener(options));
    await listener.listen();
    listeners.push(listener);
  }
  if (tlsCert !== '') {
    const renew = (renewed: typeof tls): void => {
      for (const listener of listeners) listener.renew(renewed);
    };
    stack.use(certificateWatch(smtpIn, tls, { port: 'smtp', renew, ends, clock, log })).start();
  }
  return listeners.map((listener, place) => `${hosts[place] ?? ''}:${listener.port}`);
}
