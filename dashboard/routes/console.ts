/** The pages of those who run the installation, below /console. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const consolePages: readonly PageRoute[] = [
  {
    path: '/operators',
    page: lazyPage(() => import('../pages/console/operators-page.tsx'), 'OperatorsPage'),
    menu: { product: 'console', name: 'operators', icon: 'operator', letter: 'o' },
  },
  {
    path: '/operators/$name',
    page: lazyPage(() => import('../pages/console/operator-page.tsx'), 'OperatorPage'),
  },
  {
    path: '/routes',
    page: lazyPage(() => import('../pages/console/routes-page.tsx'), 'RoutesPage'),
    menu: { product: 'console', name: 'routes', icon: 'route', letter: 'r' },
  },
  {
    path: '/prices',
    page: lazyPage(() => import('../pages/console/prices-page.tsx'), 'PricesPage'),
    menu: { product: 'console', name: 'consolePrices', icon: 'price', letter: 'p' },
  },
  {
    path: '/accounts',
    page: lazyPage(() => import('../pages/console/accounts-page.tsx'), 'AccountsPage'),
    menu: { product: 'console', name: 'consoleAccounts', icon: 'people', letter: 'c' },
  },
  {
    path: '/accounts/$id',
    page: lazyPage(() => import('../pages/console/account-page.tsx'), 'AccountPage'),
  },
  {
    path: '/held',
    page: lazyPage(() => import('../pages/console/held-page.tsx'), 'HeldPage'),
    menu: { product: 'console', name: 'held', icon: 'limit' },
  },
  {
    path: '/lanes',
    page: lazyPage(() => import('../pages/console/lanes-page.tsx'), 'LanesPage'),
    menu: { product: 'console', name: 'lanes', icon: 'lane', letter: 'l' },
  },
  {
    path: '/numbers',
    page: lazyPage(() => import('../pages/console/numbers-page.tsx'), 'NumbersPage'),
    menu: { product: 'console', name: 'consoleNumbers', icon: 'number', letter: 'n' },
  },
  {
    path: '/trunks',
    page: lazyPage(() => import('../pages/console/trunks-page.tsx'), 'TrunksPage'),
    menu: { product: 'console', name: 'trunks', icon: 'call' },
  },
  {
    path: '/high-risk-numbers',
    page: lazyPage(() => import('../pages/console/risks-page.tsx'), 'RisksPage'),
    menu: { product: 'console', name: 'risks', icon: 'shield' },
  },
  {
    path: '/system',
    page: lazyPage(() => import('../pages/console/system-page.tsx'), 'SystemPage'),
    menu: { product: 'console', name: 'system', icon: 'system', letter: 'y' },
  },
  {
    path: '/audit',
    page: lazyPage(() => import('../pages/console/audit-page.tsx'), 'AuditPage'),
    menu: { product: 'console', name: 'consoleAudit', icon: 'audit', letter: 'a' },
  },
  {
    path: '/catcher',
    page: lazyPage(() => import('../pages/email/catcher-page.tsx'), 'CatcherPage'),
    menu: { product: 'console', name: 'catcher', icon: 'tray', group: 'tools' },
  },
  {
    path: '/catcher/$mail',
    page: lazyPage(() => import('../pages/email/caught-mail-page.tsx'), 'CaughtMailPage'),
  },
  {
    path: '/inspector',
    page: lazyPage(() => import('../pages/webhooks/inspector-page.tsx'), 'InspectorPage'),
    menu: { product: 'console', name: 'inspector', icon: 'inspect', group: 'tools' },
  },
  {
    path: '/inspector/$request',
    page: lazyPage(
      () => import('../pages/webhooks/inspected-request-page.tsx'),
      'InspectedRequestPage',
    ),
  },
];
