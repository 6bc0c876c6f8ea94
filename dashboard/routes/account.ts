/** What both products share: home, balance, people. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const accountPages: readonly PageRoute[] = [
  {
    path: '/home',
    page: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage'),
    menu: { product: 'both', name: 'home', icon: 'home', letter: 'h' },
  },
  {
    path: '/sms/api-settings',
    needs: 'manage keys',
    page: lazyPage(() => import('../pages/account/api-settings-page.tsx'), 'SmsSettingsPage'),
    menu: { product: 'sms', name: 'apiSettings', icon: 'key' },
  },
  {
    path: '/email/api-settings',
    needs: 'manage keys',
    page: lazyPage(() => import('../pages/account/api-settings-page.tsx'), 'EmailSettingsPage'),
    menu: { product: 'email', name: 'apiSettings', icon: 'key' },
  },
  {
    path: '/requests',
    page: lazyPage(() => import('../pages/account/requests-page.tsx'), 'RequestsPage'),
    menu: { product: 'both', name: 'requests', icon: 'inspect', group: 'shared' },
  },
  {
    path: '/balance',
    needs: 'read balance',
    page: lazyPage(() => import('../pages/account/balance-page.tsx'), 'BalancePage'),
    menu: { product: 'both', name: 'balance', icon: 'wallet', group: 'shared' },
  },
  {
    path: '/prices',
    needs: 'read balance',
    page: lazyPage(() => import('../pages/account/prices-page.tsx'), 'PricesPage'),
    menu: { product: 'both', name: 'prices', icon: 'price', group: 'shared' },
  },
  {
    path: '/people',
    needs: 'manage people',
    page: lazyPage(() => import('../pages/account/people-page.tsx'), 'PeoplePage'),
    menu: { product: 'both', name: 'people', icon: 'people', group: 'shared' },
  },
  {
    path: '/sub-accounts',
    needs: 'manage people',
    page: lazyPage(() => import('../pages/account/sub-accounts-page.tsx'), 'SubAccountsPage'),
    menu: { product: 'both', name: 'subAccounts', icon: 'tree', group: 'shared' },
  },
  {
    path: '/audit',
    needs: 'manage people',
    page: lazyPage(() => import('../pages/account/audit-page.tsx'), 'AccountAuditPage'),
    menu: { product: 'both', name: 'audit', icon: 'audit', group: 'shared' },
  },
  {
    path: '/erasure',
    needs: 'manage people',
    page: lazyPage(() => import('../pages/account/erasure-page.tsx'), 'ErasurePage'),
    menu: { product: 'both', name: 'erasure', icon: 'block', group: 'shared' },
  },
  {
    path: '/docs',
    page: lazyPage(() => import('../pages/docs/docs-page.tsx'), 'DocsPage'),
    menu: { product: 'both', name: 'docs', icon: 'docs', group: 'tools' },
  },
  { path: '/docs/$doc', page: lazyPage(() => import('../pages/docs/docs-page.tsx'), 'DocsPage') },
];
