/** The pages of those who run the installation, below /console. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const consolePages: readonly PageRoute[] = [
  {
    path: '/catcher',
    page: lazyPage(() => import('../pages/email/catcher-page.tsx'), 'CatcherPage'),
    menu: { product: 'console', name: 'catcher', icon: 'tray', group: 'tools' },
  },
  {
    path: '/catcher/$mail',
    page: lazyPage(() => import('../pages/email/caught-mail-page.tsx'), 'CaughtMailPage'),
  },
];
