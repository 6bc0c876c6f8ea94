/** What both products share: home, balance, people. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const accountPages: readonly PageRoute[] = [
  {
    path: '/home',
    page: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage'),
    menu: { product: 'both', name: 'home', icon: 'home', letter: 'h' },
  },
];
