/** A key under which a page sends something once, however often it has to ask. */

/** Pages on plain http have no `crypto.randomUUID`. */
export function newKey(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return `page-${Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')}`;
}
