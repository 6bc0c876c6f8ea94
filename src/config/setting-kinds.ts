/** What settings of the program may say beyond plain words and numbers: places, hosts, ranges, roles. */
import { isIP } from 'node:net';
import { parseAddressRange } from '#core/address-range.ts';
import { allRoles, isRole, type Role } from '#core/role.ts';
import { isHostName, line, type ValueKind, wholeNumber } from '#core/value-kind.ts';

export type DatabasePlace =
  | { readonly kind: 'folder' }
  /** What stands behind `postgres://` may hold a password: it is shown to nobody. */
  | { readonly kind: 'server'; readonly address: string };

export const localhost = 'localhost';

type Place = { readonly database: DatabasePlace; readonly dataFolder: string };

/** Where the key and the first link are kept beside a server. */
const folderBesideServer = './data';

export const place: ValueKind<Place> = {
  form: '"file:" and a folder, such as file:./data, or postgres://user:password@host/database',
  read(text) {
    if (/^postgres(?:ql)?:\/\/[^\0]+$/.test(text)) {
      return {
        database: { kind: 'server', address: text },
        dataFolder: folderBesideServer,
      };
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

export const allowances: ValueKind<readonly string[]> = {
  ...listOf((entry) => parseAddressRange(entry) !== undefined || isHostName(entry)),
  form: 'address ranges or host names with commas between them, such as 10.20.0.0/16,hooks.example',
};

export const roles: ValueKind<readonly Role[]> = {
  form: 'all, or some of api, sms and webhooks with commas between them',
  read(text) {
    if (text === 'all') return allRoles;
    const read = listOf(isRole).read(text);
    return read === undefined || read.length === 0
      ? undefined
      : allRoles.filter((role) => read.includes(role));
  },
};

export const anyFile: ValueKind<string> = {
  form: 'the path of a file',
  read: (text) => (text.includes('\0') ? undefined : text),
};

export const portOrOff: ValueKind<number | 'off'> = {
  form: 'off or a whole number from 0 to 65535',
  read: (text) => (text === 'off' ? 'off' : wholeNumber(0, 65_535).read(text)),
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
