/** Follows the files of a certificate, so that a renewed one is used without a restart, and its end is told ahead. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';

export type Certificate = { readonly cert: string; readonly key: string };

/** Paths of PEM files. */
export type CertificateFiles = { readonly tlsCert: string; readonly tlsKey: string };

export type CertificateWatchPorts = {
  /** Of whose port, as the log says it. */
  readonly port: 'http' | 'smpp' | 'smtp' | 'sip';
  readonly renew: (certificate: Certificate) => void;
  /** When the one that is used ends, whenever it is another. */
  readonly ends?: ((endsAtMs: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

const lookEveryMs = 60_000;
const dayMs = 86_400_000;
/** From then on its end is told each day. */
const soonMs = 21 * dayMs;

/** Throws `UnusableCertificate` where they are no certificate and its key, else the system's error. */
export async function readCertificate({ tlsCert, tlsKey }: CertificateFiles): Promise<Certificate> {
  const read = { cert: await readFile(tlsCert, 'utf8'), key: await readFile(tlsKey, 'utf8') };
  try {
    createSecureContext(read);
  } catch (error) {
    throw new UnusableCertificate(
      `${tlsCert} and ${tlsKey} are no certificate and its key, both in PEM`,
      { cause: error },
    );
  }
  return read;
}

export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
}

/** What cannot be read, or does not fit together, changes nothing: the next look may find both halves. */
export function certificateWatch(
  files: CertificateFiles,
  used: Certificate,
  { port, renew, ends, clock, log }: CertificateWatchPorts,
): Loop {
  let current = used;
  const warner = new EndWarner(files, { port, clock, log });
  const follow = (): void => {
    const endsAtMs = warner.follow(current);
    ends?.(endsAtMs);
  };
  follow();
  return new Loop({
    name: `watch of the certificate of ${port}`,
    everyMs: lookEveryMs,
    clock,
    log,
    async work() {
      try {
        const read = await readCertificate(files);
        if (read.cert !== current.cert || read.key !== current.key) {
          renew(read);
          current = read;
          follow();
          log.info(`${port}.certificate_renewed`, { file: files.tlsCert });
        }
      } catch (error) {
        log.warn(`${port}.certificate_not_renewed`, { file: files.tlsCert, ...errorFields(error) });
      }
      warner.look();
    },
  });
}

type WarnerPorts = Pick<CertificateWatchPorts, 'port' | 'clock' | 'log'>;

/** Says when the certificate in use ends: at the start and daily in its last 21 days, and when it is over. */
class EndWarner {
  readonly #file: string;
  readonly #ports: WarnerPorts;
  #endsAtMs = 0;
  #told: { readonly isOver: boolean; readonly atMs: number } | undefined;

  constructor({ tlsCert }: CertificateFiles, ports: WarnerPorts) {
    this.#file = tlsCert;
    this.#ports = ports;
  }

  /** Another certificate is used; answers when it ends. */
  follow({ cert }: Certificate): number {
    this.#endsAtMs = new X509Certificate(cert).validToDate.getTime();
    this.#told = undefined;
    return this.#endsAtMs;
  }

  look(): void {
    const { port, clock, log } = this.#ports;
    const leftMs = this.#endsAtMs - clock.nowMs();
    if (leftMs >= soonMs) return;
    const isOver = leftMs <= 0;
    const nowMs = clock.monotonicMs();
    if (this.#told?.isOver === isOver && nowMs - this.#told.atMs < dayMs) return;
    this.#told = { isOver, atMs: nowMs };
    const fields = { file: this.#file, endsAt: new Date(this.#endsAtMs).toISOString() };
    if (isOver) log.error(`${port}.certificate_expired`, fields);
    else log.warn(`${port}.certificate_ending`, { ...fields, days: Math.floor(leftMs / dayMs) });
  }
}
