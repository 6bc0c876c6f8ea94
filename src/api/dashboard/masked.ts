/** What people see of whom they may not know. */

/** `a***@example.com`: enough to tell two apart, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}
