/** The certificates that the settings name: whether they are in force, and have their keys. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '#config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Who renews by hand wants to know it so long before. */
export const soonMs = 21 * 86_400_000;

type Pair = { readonly of: string; readonly cert: string; readonly key: string };

export function lookAtCertificates(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const { tls, smpp, smtpIn, calls } = config;
  const pairs: readonly Pair[] = [
    { of: 'http certificate', cert: tls?.tlsCert ?? '', key: tls?.tlsKey ?? '' },
    { of: 'smpp certificate', cert: smpp.tlsCert, key: smpp.tlsKey },
    { of: 'smtp certificate', cert: smtpIn?.tlsCert ?? '', key: smtpIn?.tlsKey ?? '' },
    { of: 'sip certificate', cert: calls.tlsCert, key: calls.tlsKey },
  ];
  return Promise.all(pairs.filter(({ cert }) => cert !== '').map((pair) => lookAt(pair, nowMs)));
}

async function lookAt({ of, cert, key }: Pair, nowMs: number): Promise<Finding> {
  const renew = `Put a new one into ${cert}: a server that runs takes it within a minute.`;
  try {
    const certificate = new X509Certificate(await readFile(cert));
    if (!certificate.checkPrivateKey(createPrivateKey(await readFile(key)))) {
      return fail(of, `${key} is not the key of ${cert}.`, 'Name the pair that belongs together.');
    }
    const endsAtMs = certificate.validToDate.getTime();
    const until = certificate.validToDate.toISOString().slice(0, 10);
    if (endsAtMs <= nowMs) return fail(of, `It ended on ${until}.`, renew);
    if (certificate.validFromDate.getTime() > nowMs) {
      return fail(of, 'It is not in force yet.', 'Look at the clock of this machine.');
    }
    return endsAtMs - nowMs < soonMs
      ? warn(of, `It ends on ${until}.`, renew)
      : ok(of, `Until ${until}.`);
  } catch {
    return fail(of, `${cert} or ${key} cannot be read as PEM.`, 'Name files that hold PEM texts.');
  }
}
