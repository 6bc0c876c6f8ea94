/** What surrounds every page: the modes, the banner of a lost server, dialogs that any call may open. */
import { Outlet } from '@tanstack/react-router';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ModeProvider } from './session.tsx';

export function Root() {
  return (
    <ModeProvider>
      <OfflineBanner />
      <Outlet />
      <FreshSignIn />
    </ModeProvider>
  );
}
