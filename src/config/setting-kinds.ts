/** What settings of the program may say beyond plain words and numbers: places, hosts, ranges, roles. */
import { isIP } from 'node:net';
import { parseAddressRange } from '#core/address-range.ts';
import { type Gateway, gateways, isGateway } from '#core/gateway.ts';
import { type Millionths, parseMoney } from '#core/money.ts';
import { allRoles, isRole, type Role } from '#core/role.ts';
import { isHostName, line, type ValueKind, wholeNumber } from '#core/value-kind.ts';

export type DatabaseAddress =
  | { readonly kind: 'folder' }
  /** What stands behind `postgres://` may hold a password: it is shown to nobody. */
  | { readonly kind: 'server'; readonly address: string };

export const localhost = 'localhost';

type Place = { readonly database: DatabaseAddress; readonly dataFolder: string };

/** Where the key and the first link are kept beside a server. */
const folderBesideServer = './data';

export const place: ValueKind<Place> = {
  form: '"file:" and a folder, such as file:./data, or postgres://user:password@host/database',
  read(text) {
    if (/^postgres(?:ql)?:\/\/[^\0]+$/.test(text)) {
      return { database: { kind: 'server', address: text }, dataFolder: folderBesideServer };
    }
    // Two slashes begin a host, which a file of this machine does not have; three begin the path.
    const found = /^file:(?:\/\/(?=\/))?(?<path>(?!\/\/)[^\0]+)$/.exec(text);
    const dataFolder = found?.groups?.['path'];
    return dataFolder === undefined ? undefined : { database: { kind: 'folder' }, dataFolder };
  },
};

export const hosts: ValueKind<readonly string[]> = {
  form: 'IP addresses or host names with commas between them',
  read(text) {
    const read = listOf((host) => isIP(host) > 0 || isHostName(host)).read(text);
    if (read === undefined || read.length === 0) return undefined;
    // The name alone would open one of the two, and a browser may take the other.
    const opened = read.flatMap((host) => (host === localhost ? ['127.0.0.1', '::1'] : [host]));
    return Object.freeze(opened);
  },
};

/** Empty: none. */
export const hostName: ValueKind<string> = {
  form: 'a host name',
  read: (text) => (text === '' || isHostName(text) ? text.toLowerCase() : undefined),
};

export const host: ValueKind<string> = {
  form: 'an IP address or a host name',
  read: (text) => (isIP(text) > 0 || isHostName(text) ? text : undefined),
};

export const webOrigin: ValueKind<string> = {
  form: 'http:// or https:// and a host, without a path',
  read(text) {
    if (text === '') return text;
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    if (url === null || url.username !== '' || url.password !== '') return undefined;
    return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
  },
};

export const allowances: ValueKind<readonly string[]> = {
  ...listOf((entry) => parseAddressRange(entry) !== undefined || isHostName(entry)),
  form: 'address ranges or host names with commas between them, such as 10.20.0.0/16,hooks.example',
};

export const addressRanges: ValueKind<readonly string[]> = {
  ...listOf((entry) => parseAddressRange(entry) !== undefined),
  form: 'address ranges with commas between them, such as 127.0.0.1,10.0.0.0/8',
};

export const nameServers: ValueKind<readonly string[]> = {
  ...listOf((entry) => isIP(entry) > 0 || hasPort(entry)),
  form: 'IP addresses with commas between them, each with its port where that is not 53, such as 10.0.0.2,10.0.0.3:5353',
};

/** `10.0.0.2:5353` or `[2001:db8::1]:5353`. */
function hasPort(entry: string): boolean {
  const {
    four = '',
    six = '',
    port = '',
  } = /^(?:(?<four>[^[\]:]+)|\[(?<six>[^\]]+)\]):(?<port>\d{1,5})$/.exec(entry)?.groups ?? {};
  const isAddress = isIP(four) === 4 || isIP(six) === 6;
  return isAddress && wholeNumber(1, 65_535).read(port) !== undefined;
}
export const sourceAddress: ValueKind<string> = {
  form: 'an IP address of this machine',
  read: (text) => (text === '' || isIP(text) > 0 ? text : undefined),
};

/** Where a forward proxy listens; it is spoken to without TLS. */
export type ProxyAddress = {
  readonly hostname: string;
  readonly port: number;
  /** `user:password`; empty: none. */
  readonly credentials: string;
};

export const proxyAddress: ValueKind<ProxyAddress | 'off'> = {
  form: 'off, or http://host:port, with user:password@ in front of the host where it asks for that',
  read(text) {
    if (text === 'off') return text;
    const url = URL.parse(text);
    if (url?.protocol !== 'http:' || url.pathname !== '/' || url.search !== '') return undefined;
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    return {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? 80 : Number(url.port),
      credentials: user === '' ? '' : `${user}:${password}`,
    };
  },
};

export const helloName: ValueKind<string> = {
  form: 'a host name',
  read: (text) => (text === '' || isHostName(text) ? text : undefined),
};

export const roles: ValueKind<readonly Role[]> = {
  form: 'all, or some of api, sms, mail, webhooks and calls with commas between them',
  read(text) {
    if (text === 'all') return allRoles;
    const read = listOf(isRole).read(text);
    return read === undefined || read.length === 0
      ? undefined
      : allRoles.filter((role) => read.includes(role));
  },
};

export const gatewayList: ValueKind<readonly Gateway[]> = {
  form: 'none, or some of kannel and jasmin with a comma between them',
  read(text) {
    if (text === 'none') return [];
    const read = listOf(isGateway).read(text);
    return read === undefined || read.length === 0
      ? undefined
      : gateways.filter((gateway) => read.includes(gateway));
  },
};

export const anyFile: ValueKind<string> = {
  form: 'the path of a file',
  read: (text) => (text.includes('\0') ? undefined : text),
};

/** `auto`: as many as the machine has cores. */
export const threadCount: ValueKind<number | 'auto'> = {
  form: 'auto or a whole number from 1 to 64',
  read: (text) => (text === 'auto' ? 'auto' : wholeNumber(1, 64).read(text)),
};

export const portOrOff: ValueKind<number | 'off'> = {
  form: 'off or a whole number from 0 to 65535',
  read: (text) => (text === 'off' ? 'off' : wholeNumber(0, 65_535).read(text)),
};

/** Where SIP is heard. */
export type SipListen =
  | { readonly how: 'auto' }
  | { readonly how: 'off' }
  | { readonly how: 'at'; readonly places: readonly SipAddress[] };

export type SipAddress = {
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
};

export const sipListen: ValueKind<SipListen> = {
  form: 'auto, off, or addresses with their ports and commas between them, such as 0.0.0.0:5060,tls:0.0.0.0:5061',
  read(text) {
    if (text === 'auto' || text === 'off') return { how: text };
    const read = text.split(',').map((entry) => sipPlaces(entry.trim()));
    const places = read.flatMap((each) => each ?? []);
    return read.includes(undefined) ? undefined : { how: 'at', places };
  },
};

/** Without a transport both that every telephone exchange speaks. */
function sipPlaces(entry: string): readonly SipAddress[] | undefined {
  const found =
    /^(?:(?<transport>udp|tcp|tls):)?(?:(?<four>[\d.]+)|\[(?<six>[^\]]+)\]):(?<port>\d{1,5})$/.exec(
      entry,
    );
  const { transport, four = '', six = '', port: written = '' } = found?.groups ?? {};
  const address = isIP(four) === 4 ? four : isIP(six) === 6 ? six : undefined;
  const port = wholeNumber(0, 65_535).read(written);
  if (address === undefined || port === undefined) return undefined;
  const spoken = (['udp', 'tcp', 'tls'] as const).filter((name) =>
    transport === undefined ? name !== 'tls' : name === transport,
  );
  return spoken.map((name) => ({ transport: name, host: address, port }));
}

export const publicAddress: ValueKind<string> = {
  form: 'an IP address',
  read: (text) => (text === '' || isIP(text) > 0 ? text : undefined),
};

export type PortRange = { readonly first: number; readonly last: number };

/** Four for each call that is relayed. */
export const portRange: ValueKind<PortRange> = {
  form: 'a range of at least four ports from 1024 to 65535, such as 10000-19999',
  read(text) {
    const [, from = '', to = ''] = /^(\d{4,5})-(\d{4,5})$/.exec(text) ?? [];
    const port = wholeNumber(1_024, 65_535);
    const [first, last] = [port.read(from), port.read(to)];
    if (first === undefined || last === undefined || last - first < 3) return undefined;
    return { first, last };
  },
};

const moneyMax = 1_000_000_000_000;

export const moneyAmount: ValueKind<Millionths> = {
  form: 'an amount such as 100 or 0.038, up to 1000000',
  read(text) {
    const amount = parseMoney(text);
    return amount === undefined || amount < 0 || amount > moneyMax ? undefined : amount;
  },
};

export const mention: ValueKind<string> = {
  form: 'one line of at most 100 characters with {number} in it',
  read: (text) => (text.includes('{number}') ? line(100).read(text) : undefined),
};

function listOf(isGood: (entry: string) => boolean): ValueKind<readonly string[]> {
  return {
    form: 'a list with commas between its entries',
    read(text) {
      const entries = text === '' ? [] : text.split(',').map((entry) => entry.trim());
      return entries.every((entry) => isGood(entry)) ? Object.freeze(entries) : undefined;
    },
  };
}
