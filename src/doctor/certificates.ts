/** The certificates that the settings name: whether they are in force, and have their keys. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '#config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Who renews by hand wants to know it so long before. */
export const soonMs = 21 * 86_400_000;

type Pair = { readonly door: string; readonly cert: string; readonly key: string };

export function lookAtCertificates(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const { tls, smpp, smtpIn, calls } = config;
  const pairs: readonly Pair[] = [
    { door: 'http', cert: tls?.tlsCert ?? '', key: tls?.tlsKey ?? '' },
    { door: 'smpp', cert: smpp.tlsCert, key: smpp.tlsKey },
    { door: 'smtp', cert: smtpIn?.tlsCert ?? '', key: smtpIn?.tlsKey ?? '' },
    { door: 'sip', cert: calls.tlsCert, key: calls.tlsKey },
  ];
  return Promise.all(pairs.filter(({ cert }) => cert !== '').map((pair) => lookAt(pair, nowMs)));
}

async function lookAt({ door, cert, key }: Pair, nowMs: number): Promise<Finding> {
  try {
    const certificate = new X509Certificate(await readFile(cert));
    if (!certificate.checkPrivateKey(createPrivateKey(await readFile(key)))) {
      return fail('certificate has another key', { door, key, cert });
    }
    const endsAtMs = certificate.validToDate.getTime();
    const until = certificate.validToDate.toISOString().slice(0, 10);
    if (endsAtMs <= nowMs) return fail('certificate has ended', { door, cert, until });
    if (certificate.validFromDate.getTime() > nowMs) {
      return fail('certificate is not in force', { door });
    }
    return endsAtMs - nowMs < soonMs
      ? warn('certificate ends soon', { door, cert, until })
      : ok('certificate is in force', { door, until });
  } catch {
    return fail('certificate is unreadable', { door, cert, key });
  }
}
