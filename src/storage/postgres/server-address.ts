/** Reads `postgres://user:password@host:port,host2/database?sslmode=…`, the address that libpq's tools take. */

export type ServerHost = {
  /** A name, an address, or the folder of a socket, which begins with `/`. */
  readonly host: string;
  readonly port: number;
};

/**
 * `verify-full` asks for a certificate of a trusted authority that names the host, `verify-ca` for one of any name.
 * `require` is `verify-full` here: libpq's encrypts and trusts any server that answers, so that an attacker on the
 * way reads the password. Who wants that writes `no-verify`, and is warned at each start.
 */
export type TlsMode = 'disable' | 'no-verify' | 'require' | 'verify-ca' | 'verify-full';

export type ServerAddress = {
  /** Tried in this order until one of them takes writes; at least one. */
  readonly hosts: readonly ServerHost[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: TlsMode;
  /** A file of certificates to trust instead of the system's. */
  readonly authorityFile: string | undefined;
};

export type AddressReading =
  | { readonly ok: true; readonly address: ServerAddress }
  | { readonly ok: false; readonly problem: string };

type Parts = Readonly<Record<'user' | 'password' | 'hosts' | 'database', string>>;

const defaultPort = 5432;
/** More would only lengthen the wait for a start that cannot succeed. */
const hostsMax = 8;
const form =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:/?]*)(?::(?<password>[^/?]*))?@)?(?<hosts>[^/?@]*)(?:\/(?<database>[^/?@]*))?(?:\?(?<query>.*))?$/s;
const tlsModes: readonly string[] = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];
const parameterNames = ['sslmode', 'sslrootcert', 'host', 'port', 'target_session_attrs'];
const thisMachine = /^(?:\/.*|localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** A problem never repeats the address, which may carry a password. */
export function parseServerAddress(text: string): AddressReading {
  const found = form.exec(text)?.groups;
  if (found === undefined) return wrong('has the form postgres://user:password@host:5432/database');
  const parts = decode(found);
  if (parts === undefined) return wrong('writes % as %25 where no two hexadecimal digits follow');
  const parameters = new URLSearchParams(found['query'] ?? '');
  const problem = parameterProblem(parameters);
  if (problem !== undefined) return wrong(problem);
  const hosts = parseHosts(parameters.get('host') ?? parts.hosts, parameters.get('port'));
  if (hosts === undefined) return wrong('names up to 8 hosts as host:port, with commas between');
  const user = parts.user || 'postgres';
  return {
    ok: true,
    address: {
      hosts,
      user,
      password: parts.password,
      database: parts.database || user,
      tls: (parameters.get('sslmode') ?? usualTls(hosts)) as TlsMode,
      authorityFile: parameters.get('sslrootcert') ?? undefined,
    },
  };
}

/** The address as it may be shown and logged. */
export function placeOf({ hosts, database }: Pick<ServerAddress, 'hosts' | 'database'>): string {
  return `${hosts.map(({ host, port }) => `${host}:${port}`).join(',')}/${database}`;
}

/** An address as it was written, without user and password. */
export function shownAddress(text: string): string {
  const reading = parseServerAddress(text);
  return reading.ok ? placeOf(reading.address) : '…';
}

function wrong(problem: string): AddressReading {
  return { ok: false, problem };
}

function decode(found: Readonly<Record<string, string | undefined>>): Parts | undefined {
  const part = (name: string): string => decodeURIComponent(found[name] ?? '');
  try {
    return {
      user: part('user'),
      password: part('password'),
      hosts: part('hosts'),
      database: part('database'),
    };
  } catch {
    return undefined;
  }
}

function parameterProblem(parameters: URLSearchParams): string | undefined {
  const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
  if (unknown !== undefined) {
    return `has no parameter "${unknown}", only ${parameterNames.join(', ')}`;
  }
  const session = parameters.get('target_session_attrs') ?? 'read-write';
  // Every connection is asked whether it takes writes; the name is known from libpq.
  if (session !== 'read-write' && session !== 'primary') {
    return 'needs servers that take writes: target_session_attrs is read-write or primary';
  }
  const tls = parameters.get('sslmode');
  // `prefer` and `allow` give way to a server that asks for clear text, so they protect nothing.
  return tls === null || tlsModes.includes(tls)
    ? undefined
    : `has as its sslmode one of ${tlsModes.join(', ')}`;
}

/** Ports may stand behind the hosts or, as libpq has it, in a list of their own; one may serve all. */
function parseHosts(hosts: string, ports: string | null): readonly ServerHost[] | undefined {
  const names = hosts === '' ? ['localhost'] : hosts.split(',');
  const listed = ports?.split(',') ?? [];
  if (names.length > hostsMax || (listed.length > 1 && listed.length !== names.length)) {
    return undefined;
  }
  const read = names.map((name, place) => parseHost(name, listed[place] ?? listed[0]));
  return read.every((host) => host !== undefined) ? read : undefined;
}

function parseHost(text: string, listedPort: string | undefined): ServerHost | undefined {
  if (text.startsWith('/')) return withPort(text, listedPort);
  const found = /^(?:\[(?<ip6>[0-9a-f:.]+)\]|(?<name>[^:[\]\s]+))(?::(?<port>\d+))?$/i.exec(text);
  const host = found?.groups?.['ip6'] ?? found?.groups?.['name'];
  return host === undefined ? undefined : withPort(host, found?.groups?.['port'] ?? listedPort);
}

function withPort(host: string, text: string | undefined): ServerHost | undefined {
  const port = text === undefined || text === '' ? defaultPort : Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? { host, port } : undefined;
}

/** What leaves this machine is encrypted for a server that proves its name, unless the address says otherwise. */
function usualTls(hosts: readonly ServerHost[]): TlsMode {
  return hosts.every(({ host }) => thisMachine.test(host)) ? 'disable' : 'verify-full';
}
