/** Leads elsewhere, once: the router's own component would begin anew with every render on the way. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** `to`: an address with its query. */
export function Redirect({ to }: { readonly to: string }) {
  const router = useRouter();
  useEffect(() => router.history.replace(to), [router, to]);
  return null;
}
