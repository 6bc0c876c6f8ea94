/** IP addresses as numbers, so that ranges are arithmetic. */
import { isIP } from 'node:net';

export type IpAddress = { readonly family: 4 | 6; readonly bits: bigint };

/** Reads the usual written forms; a zone (`fe80::1%eth0`) is dropped. Decimal and hex hosts are not these. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const zone = text.indexOf('%');
  const plain = zone < 0 ? text : text.slice(0, zone);
  switch (isIP(plain)) {
    case 4:
      return { family: 4, bits: bitsOfFour(plain) };
    case 6:
      return { family: 6, bits: bitsOfSix(plain) };
    default:
      return undefined;
  }
}

function bitsOfFour(text: string): bigint {
  return BigInt(text.split('.').reduce((bits, octet) => bits * 256 + Number(octet), 0));
}

function bitsOfSix(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => 0n), ...after];
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** RFC 4291 §2.2.3: the last 32 bits may be written as an IPv4 address. */
function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const four = bitsOfFour(group);
    return [four >> 16n, four & 0xffffn];
  });
}
