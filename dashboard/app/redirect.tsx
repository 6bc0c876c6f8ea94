/** Leads elsewhere, once: the router's own component would begin anew with every render on the way. */
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** `to`: an address with its query. */
export function Redirect({ to }: { readonly to: string }) {
  const { history } = useRouter() as { readonly history: RouterHistory };
  useEffect(() => history.replace(to), [history, to]);
  return null;
}
