/** Who may see a group of pages, and the frame around them. */
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FailedView, Waiting } from '../components/states.tsx';
import { readText } from './choices.ts';
import { NotFoundPage } from './not-found.tsx';
import { useOwnLanguage } from './own-language.ts';
import { Redirect } from './redirect.tsx';
import { type Me, useAccountInAddress, useMe } from './session.tsx';
import { Shell } from './shell.tsx';

/** Pages of one account: `/7/…`. */
export function AccountFrame() {
  const account = useAccountInAddress();
  return (
    <SignedIn>
      {(me) =>
        me.accounts.some(({ id }) => String(id) === account) ? (
          <Shell key={account} me={me} accountId={Number(account)} />
        ) : (
          <NotFoundPage />
        )
      }
    </SignedIn>
  );
}

/** To others than administrators the console is not there. */
export function ConsoleFrame() {
  return (
    <SignedIn>
      {(me) => (me.user.isAdministrator ? <Shell me={me} isConsole /> : <NotFoundPage />)}
    </SignedIn>
  );
}

/** Pages about the person who is signed in. */
export function PersonFrame() {
  return <SignedIn>{(me) => <Shell me={me} />}</SignedIn>;
}

/** Where one arrives without naming an account: in the one that was seen last, else in the first one. */
export function ToFirstAccount() {
  const { pathname, href } = useLocation();
  // Others link to `/docs/webhooks#signature`: whose account it is they cannot know.
  const [page] = useState(pathname === '/' ? '/home' : href);
  return (
    <SignedIn>
      {(me) => {
        const last = me.accounts.find(({ id }) => String(id) === readText('account'));
        const account = last ?? me.accounts[0];
        if (account !== undefined) return <Redirect to={`/${account.id}${page}`} />;
        return me.user.isAdministrator ? <Redirect to="/console/system" /> : <NotFoundPage />;
      }}
    </SignedIn>
  );
}

function SignedIn({ children }: { readonly children: (me: Me) => ReactNode }) {
  const { data: me, error, refetch } = useMe();
  const location = useLocation();
  useOwnLanguage(me?.user.language ?? null);
  if (error !== null && me === undefined) {
    return <FailedView failure={error} retry={() => void refetch()} />;
  }
  if (me === undefined) return <Waiting />;
  if (me === null) {
    const next = location.pathname === '/' ? '' : `?next=${encodeURIComponent(location.href)}`;
    return <Redirect to={`/sign-in${next}`} />;
  }
  if (me.session.lacksFactor && location.pathname !== '/profile') {
    return <Redirect to="/profile" />;
  }
  return children(me);
}
