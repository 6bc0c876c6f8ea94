/** Follows the files of a certificate, so that a renewed one is used without a restart. */
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
  readonly port: 'smpp' | 'smtp' | 'sip';
  readonly renew: (certificate: Certificate) => void;
  readonly clock: Clock;
  readonly log: Log;
};

const lookEveryMs = 60_000;

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
  { port, renew, clock, log }: CertificateWatchPorts,
): Loop {
  let current = used;
  return new Loop({
    name: `watch of the certificate of ${port}`,
    everyMs: lookEveryMs,
    clock,
    log,
    async work() {
      try {
        const read = await readCertificate(files);
        if (read.cert === current.cert && read.key === current.key) return;
        renew(read);
        current = read;
        log.info(`${port}.certificate_renewed`, { file: files.tlsCert });
      } catch (error) {
        log.warn(`${port}.certificate_not_renewed`, { file: files.tlsCert, ...errorFields(error) });
      }
    },
  });
}
