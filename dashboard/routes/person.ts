/** Pages without an account: before a sign-in, and about the person who is signed in. */
import { lazyPage, type PageRoute } from './page-route.ts';

/** Nobody needs to be signed in. */
export const openPages: readonly PageRoute[] = [
  { path: '/setup', page: lazyPage(() => import('../pages/person/setup-page.tsx'), 'SetupPage') },
  {
    path: '/sign-in',
    page: lazyPage(() => import('../pages/person/sign-in-page.tsx'), 'SignInPage'),
  },
  {
    path: '/forgot',
    page: lazyPage(() => import('../pages/person/forgot-page.tsx'), 'ForgotPage'),
  },
  { path: '/join', page: lazyPage(() => import('../pages/person/join-page.tsx'), 'JoinPage') },
  {
    path: '/address',
    page: lazyPage(() => import('../pages/person/address-page.tsx'), 'AddressPage'),
  },
];

export const personPages: readonly PageRoute[] = [
  {
    path: '/profile',
    page: lazyPage(() => import('../pages/person/profile-page.tsx'), 'ProfilePage'),
  },
];
