/** Relays as an administrator writes them down: `smtp://user:password@mail.example.com:587`. */
import { isIP } from 'node:net';
import { isHostName, type ValueKind } from '#core/value-kind.ts';

/** A mail server that takes what is to be sent, and how it is spoken to. */
export type RelayAddress = {
  readonly host: string;
  readonly port: number;
  readonly implicitTls: boolean;
  readonly tls: 'never' | 'opportunistic' | 'required' | 'verified';
  readonly user: string | undefined;
  readonly password: string;
};

const relayTls = ['never', 'opportunistic', 'required', 'verified'] as const;
const relaysMax = 8;
/** RFC 6409 and RFC 8314. */
const submissionPort = 587;
const secureSubmissionPort = 465;

export const relays: ValueKind<readonly RelayAddress[]> = {
  form: 'up to 8 addresses with commas between them, each smtp:// or smtps://, perhaps user:password@, a host, perhaps a port, and ?tls=required, opportunistic or never where its certificate cannot be verified',
  read(text) {
    const written = text === '' ? [] : text.split(',').map((one) => readRelay(one.trim()));
    const read = written.filter((one) => one !== undefined);
    return read.length === written.length && read.length <= relaysMax
      ? Object.freeze(read)
      : undefined;
  },
};

function readRelay(text: string): RelayAddress | undefined {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isHostName(host)) return undefined;
  const implicitTls = url.protocol === 'smtps:';
  const asked = url.searchParams.get('tls') ?? (isHere(host) ? 'opportunistic' : 'verified');
  const tls = relayTls.find((word) => word === asked);
  const usual = implicitTls ? secureSubmissionPort : submissionPort;
  const port = url.port === '' ? usual : Number(url.port);
  if (tls === undefined || port === 0 || !/^\/?$/.test(url.pathname)) return undefined;
  const user = url.username === '' ? undefined : decodeURIComponent(url.username);
  return { host, port, implicitTls, tls, user, password: decodeURIComponent(url.password) };
}

function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
