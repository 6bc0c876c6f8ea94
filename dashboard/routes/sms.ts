/** The pages of the SMS product. */
import { lazyPage, type PageRoute } from './page-route.ts';

export const smsPages: readonly PageRoute[] = [
  {
    path: '/sms/send',
    needs: 'send',
    page: lazyPage(() => import('../pages/sms/send-page.tsx'), 'SendPage'),
    menu: { product: 'sms', name: 'send', icon: 'send', letter: 's' },
  },
  {
    path: '/sms/messages',
    page: lazyPage(() => import('../pages/sms/messages-page.tsx'), 'MessagesPage'),
    menu: { product: 'sms', name: 'messages', icon: 'messages', letter: 'm' },
  },
  {
    path: '/sms/messages/$message',
    page: lazyPage(() => import('../pages/sms/message-page.tsx'), 'MessagePage'),
  },
  {
    path: '/sms/replies',
    page: lazyPage(() => import('../pages/sms/replies-page.tsx'), 'RepliesPage'),
    menu: { product: 'sms', name: 'replies', icon: 'replies', letter: 'r' },
  },
  {
    path: '/sms/replies/$number/$sender',
    needs: 'read contents',
    page: lazyPage(() => import('../pages/sms/thread-page.tsx'), 'ThreadPage'),
  },
  {
    path: '/sms/campaigns',
    page: lazyPage(() => import('../pages/sms/campaigns-page.tsx'), 'CampaignsPage'),
    menu: { product: 'sms', name: 'campaigns', icon: 'bolt' },
  },
  {
    path: '/sms/campaigns/new',
    needs: 'send',
    page: lazyPage(() => import('../pages/sms/new-campaign-page.tsx'), 'NewCampaignPage'),
  },
  {
    path: '/sms/campaigns/$campaign',
    page: lazyPage(() => import('../pages/sms/campaign-page.tsx'), 'CampaignPage'),
  },
  {
    path: '/sms/contacts',
    page: lazyPage(() => import('../pages/sms/groups-page.tsx'), 'GroupsPage'),
    menu: { product: 'sms', name: 'contacts', icon: 'people' },
  },
  {
    path: '/sms/contacts/$group',
    needs: 'read contents',
    page: lazyPage(() => import('../pages/sms/group-page.tsx'), 'GroupPage'),
  },
  {
    path: '/sms/numbers',
    page: lazyPage(() => import('../pages/sms/numbers-page.tsx'), 'NumbersPage'),
    menu: { product: 'sms', name: 'numbers', icon: 'number', letter: 'n' },
  },
  {
    path: '/sms/numbers/$number',
    page: lazyPage(() => import('../pages/sms/number-page.tsx'), 'NumberPage'),
  },
  {
    path: '/sms/voicemail',
    page: lazyPage(() => import('../pages/sms/voicemail-page.tsx'), 'VoicemailPage'),
    menu: { product: 'sms', name: 'voicemail', icon: 'voicemail', letter: 'v' },
  },
  {
    path: '/sms/calls',
    page: lazyPage(() => import('../pages/sms/calls-page.tsx'), 'CallsPage'),
    menu: { product: 'sms', name: 'calls', icon: 'call', letter: 'c' },
  },
  {
    path: '/sms/calls/$call',
    page: lazyPage(() => import('../pages/sms/call-page.tsx'), 'CallPage'),
  },
  {
    path: '/sms/stop-list',
    page: lazyPage(() => import('../pages/sms/stops-page.tsx'), 'StopsPage'),
    menu: { product: 'sms', name: 'stopList', icon: 'stop' },
  },
  {
    path: '/sms/statistics',
    page: lazyPage(() => import('../pages/sms/statistics-page.tsx'), 'StatisticsPage'),
    menu: { product: 'sms', name: 'statistics', icon: 'chart' },
  },
  {
    path: '/sms/phones',
    page: lazyPage(() => import('../pages/phones/phones-page.tsx'), 'PhonesPage'),
    menu: {
      product: 'sms',
      name: 'handset',
      icon: 'phone',
      group: 'tools',
      letter: 't',
      isTestOnly: true,
    },
  },
];
