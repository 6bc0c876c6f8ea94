/** Where a peer comes from, as far as limits go: one household or server has a whole /64 of IPv6 addresses. */

export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** A listener on IPv6 sees IPv4 as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.startsWith(':') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address;
}

/** Whose network it is, as far as that can be told without asking: IPv4 /16, IPv6 /32. */
export function wideNetworkOf(address: string): string {
  const plain = plainAddress(address);
  const groups = plain.includes(':') ? networkOf(plain).split(':', 2) : plain.split('.', 2);
  return plain.includes(':') ? `${groups.join(':')}::/32` : `${groups.join('.')}.0.0/16`;
}
