/** What is missing before going live: computed by the server, never ticked by hand. */
import { Text } from '@mantine/core';
import type { Answered } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { homeTexts } from '../../texts/home.ts';
import { countText } from '../../texts/texts.ts';
import classes from './go-live.module.css';

type Step = Answered<'GET /api/accounts/{account}/start'>['goLive'][number];

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
                <Text size="sm" c="dimmed">
                  {texts[names[step][1]]}
                </Text>
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
