/** What is missing before going live: computed by the server, never ticked by hand. */
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operate.ts';
import { useAccount, useMe } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { homeTexts } from '../../texts/home.ts';
import { countText } from '../../texts/texts.ts';
import classes from './go-live.module.css';

type Step = Answer<'home start'>['goLive'][number];

const names = {
  'second factor': ['secondFactor', 'secondFactorHint'],
  'public address': ['publicAddress', 'publicAddressHint'],
  operator: ['operator', 'operatorHint'],
  'price at home': ['priceAtHome', 'priceAtHomeHint'],
  sender: ['sender', 'senderHint'],
  'mail domain': ['mailDomain', 'mailDomainHint'],
  'quiet hours': ['quietHours', 'quietHoursHint'],
  endpoint: ['endpoint', 'endpointHint'],
  'live key': ['liveKey', 'liveKeyHint'],
} as const satisfies Readonly<Record<Step['step'], readonly [string, string]>>;

/** Its pages are for those who run the installation; others are told who does it. */
const consolePath = '/console';

type Place = readonly [button: string, to: (account: number) => string];

/** Where each step is done: what its button says, and the page. */
const places = {
  'second factor': ['goSecondFactor', () => '/profile'],
  'public address': ['goPublicAddress', (account) => `/${account}/docs/configuration`],
  operator: ['goOperator', () => `${consolePath}/operators`],
  'price at home': ['goPrice', () => `${consolePath}/prices`],
  sender: ['goSender', (account) => `/${account}/sms/numbers`],
  'mail domain': ['goMailDomain', (account) => `/${account}/email/domains`],
  'quiet hours': ['goQuietHours', (account) => `${consolePath}/accounts/${account}`],
  endpoint: ['goEndpoint', (account) => `/${account}/webhooks`],
  'live key': ['goLiveKey', (account) => `/${account}/sms/api-settings`],
} as const satisfies Readonly<Record<Step['step'], Place>>;

export function GoLive({ steps }: { readonly steps: readonly Step[] }) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={texts.goLiveTitle}
      isFlush
      actions={
        <Text size="sm" c="dimmed">
          {countText(texts.goLiveDone, done, language, { total: steps.length })}
        </Text>
      }
    >
      <ul className={classes['steps']}>
        {steps.map(({ step, isDone }) => (
          <li key={step} className={classes['step']}>
            <div>
              <Text size="sm" fw={600}>
                {texts[names[step][0]]}
              </Text>
              {isDone ? null : (
                <>
                  <Text size="sm" c="dimmed">
                    {texts[names[step][1]]}
                  </Text>
                  <ToPlace step={step} />
                </>
              )}
            </div>
            <StatusBadge tone={isDone ? 'good' : 'quiet'} icon={isDone ? 'check' : 'clock'}>
              {isDone ? texts.done : texts.missing}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ToPlace({ step }: Pick<Step, 'step'>) {
  const texts = useTexts(homeTexts);
  const { id: account } = useAccount();
  const { data: me } = useMe();
  const [button, addressOf] = places[step];
  const to = addressOf(account);
  if (to.startsWith(consolePath) && me?.user.isAdministrator !== true) {
    return <Text size="sm">{texts.byAdministrator}</Text>;
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt={6}
      renderRoot={(props) => <Link to={to} {...props} />}
    >
      {texts[button]}
    </Button>
  );
}
