/**
 * For whom browsers make passkeys: one host name, over https or on this machine. A passkey belongs to its
 * host for ever; at another one it does not work (Web Authentication Level 3 §5.1.2).
 */
import { isIP } from 'node:net';

export type RelyingParty = {
  /** `sms.example.com`, or `localhost`. */
  readonly host: string;
  /** As a browser tells it: `https://sms.example.com`. */
  readonly origin: string;
};

export type NoPasskeys = 'host is an address' | 'https is missing';

type Seen = { readonly host?: string | undefined; readonly origin?: string | undefined };

/** `seen`: the headers of a request. Only what the public URL says is a host of ours, or localhost. */
export function relyingPartyOf(
  { host, origin }: Seen,
  publicUrl: string | undefined,
): RelyingParty | NoPasskeys {
  const url = URL.parse(publicUrl ?? origin ?? `http://${host ?? ''}`);
  if (url === null) return 'https is missing';
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0) return 'host is an address';
  const isSafe = url.hostname === 'localhost' || (publicUrl !== undefined && isHttps(url));
  return isSafe ? { host: url.hostname, origin: url.origin } : 'https is missing';
}

export function passkeysAt(party: RelyingParty | NoPasskeys): 'offered' | NoPasskeys {
  return typeof party === 'string' ? party : 'offered';
}

/** Where the installation's passkeys work. */
export function passkeyHost(publicUrl: string | undefined): string {
  return publicUrl === undefined ? 'localhost' : (URL.parse(publicUrl)?.hostname ?? '');
}

function isHttps({ protocol }: URL): boolean {
  return protocol === 'https:';
}
