/** Webhooks, and the check of their signatures. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const webhooksPages: readonly PageRoute[] = [
  {
    path: '/webhooks',
    page: lazyPage(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    menu: { product: 'both', name: 'webhooks', icon: 'webhook', group: 'tools', letter: 'w' },
  },
  {
    path: '/webhooks/check',
    needs: 'manage keys',
    page: lazyPage(() => import('../pages/webhooks/check-request-page.tsx'), 'CheckRequestPage'),
  },
  {
    path: '/webhooks/$endpoint',
    page: lazyPage(() => import('../pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  },
  {
    path: '/webhooks/events/$event',
    needs: 'read contents',
    page: lazyPage(() => import('../pages/webhooks/event-page.tsx'), 'EventPage'),
  },
];
