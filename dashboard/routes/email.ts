/** The pages of the email product. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const emailPages: readonly PageRoute[] = [
  {
    path: '/email/send',
    needs: 'send',
    page: lazyPage(() => import('../pages/email/send-page.tsx'), 'SendEmailPage'),
    menu: { product: 'email', name: 'send', icon: 'send', letter: 's' },
  },
  {
    path: '/email/messages',
    page: lazyPage(() => import('../pages/email/emails-page.tsx'), 'EmailsPage'),
    menu: { product: 'email', name: 'emails', icon: 'mail', letter: 'm' },
  },
  {
    path: '/email/messages/$email',
    page: lazyPage(() => import('../pages/email/email-page.tsx'), 'EmailPage'),
  },
  {
    path: '/email/domains',
    page: lazyPage(() => import('../pages/email/domains-page.tsx'), 'DomainsPage'),
    menu: { product: 'email', name: 'domains', icon: 'domain', letter: 'd' },
  },
  {
    path: '/email/domains/$domain',
    page: lazyPage(() => import('../pages/email/domain-page.tsx'), 'DomainPage'),
  },
  {
    path: '/email/suppressions',
    page: lazyPage(() => import('../pages/email/suppressions-page.tsx'), 'SuppressionsPage'),
    menu: { product: 'email', name: 'suppressions', icon: 'block' },
  },
  {
    path: '/email/statistics',
    page: lazyPage(() => import('../pages/email/statistics-page.tsx'), 'EmailStatisticsPage'),
    menu: { product: 'email', name: 'statistics', icon: 'chart' },
  },
  {
    path: '/email/catcher',
    needs: 'read contents',
    page: lazyPage(() => import('../pages/email/own-catcher-page.tsx'), 'OwnCatcherPage'),
    menu: { product: 'email', name: 'catcher', icon: 'tray', group: 'tools' },
  },
  {
    path: '/email/catcher/$mail',
    needs: 'read contents',
    page: lazyPage(() => import('../pages/email/own-caught-mail-page.tsx'), 'OwnCaughtMailPage'),
  },
];
