/** Where a sign-in leads: a page of ours that was asked for, never another site. */

export function nextAddress(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? '/';
  const url = URL.parse(wanted, origin);
  // `//evil.example` and `javascript:` are addresses too.
  if (url === null || url.origin !== origin || !wanted.startsWith('/')) return '/';
  return url.pathname + url.search + url.hash;
}
