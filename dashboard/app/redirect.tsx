/** Leads elsewhere, once: the router's own component would begin again with every render on the way. */
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** `to`: an address with its query; what it becomes while it is followed counts no more. */
export function Redirect({ to }: { readonly to: string }) {
  const { history } = useRouter() as { readonly history: RouterHistory };
  const [address] = useState(to);
  useEffect(() => history.replace(address), [history, address]);
  return null;
}
