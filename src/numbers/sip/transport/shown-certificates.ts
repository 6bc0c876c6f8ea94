/** The certificates that stand behind a TLS peer, as far as signatures say so, no matter who is trusted besides. */
import type { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type TLSSocket } from 'node:tls';

/** Nobody's chain is longer. */
const depthMax = 8;

/**
 * SHA-256 of the peer's own certificate, which the handshake has proved to be its own, and of those sent
 * with it that have signed the one below. Undefined: it showed none.
 */
export function shownCertificates(socket: TLSSocket, nowMs: number): readonly string[] | undefined {
  const own = socket.getPeerX509Certificate();
  if (own === undefined) return undefined;
  const shown = [fingerprintOf(own)];
  let below = own;
  while (shown.length < depthMax) {
    const above = below.issuerCertificate;
    if (above === undefined || !hasSigned(above, below, nowMs)) break;
    const fingerprint = fingerprintOf(above);
    if (shown.includes(fingerprint)) break;
    shown.push(fingerprint);
    below = above;
  }
  return shown;
}

/**
 * Whether a peer that we have connected to is the one that was asked for. Its own certificate tells by
 * itself; one above it has signed others too, so then the name must be right and the time not over.
 */
export function isPinned(
  socket: TLSSocket,
  wanted: { readonly certificates: readonly string[]; readonly name: string },
  nowMs: number,
): boolean {
  const [own, ...above] = shownCertificates(socket, nowMs) ?? [];
  if (own === undefined) return false;
  if (wanted.certificates.includes(own)) return true;
  if (!above.some((each) => wanted.certificates.includes(each))) return false;
  const certificate = socket.getPeerX509Certificate();
  const isNow = certificate !== undefined && isValid(certificate, nowMs);
  return isNow && checkServerIdentity(wanted.name, socket.getPeerCertificate()) === undefined;
}

/** Hex without what is written between, so that it is compared however a tool prints it. */
export function plainFingerprint(text: string): string {
  return text.replaceAll(':', '').toLowerCase();
}

function fingerprintOf(certificate: X509Certificate): string {
  return plainFingerprint(certificate.fingerprint256);
}

/** A peer may send any certificate beside its own: only a signature binds them. */
function hasSigned(above: X509Certificate, below: X509Certificate, nowMs: number): boolean {
  if (!above.ca || !isValid(above, nowMs)) return false;
  return below.checkIssued(above) && below.verify(above.publicKey);
}

function isValid({ validFromDate, validToDate }: X509Certificate, nowMs: number): boolean {
  return validFromDate.getTime() <= nowMs && nowMs <= validToDate.getTime();
}
