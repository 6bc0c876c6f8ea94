/** How today goes: five figures, each with what it is made of, and what happens now. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatNumber, formatShare, formatTime } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { homeTexts } from '../../texts/home.ts';
import { countText, fill } from '../../texts/texts.ts';
import { EventLog } from './event-log.tsx';
import classes from './today.module.css';

type Figures = Answered<'GET /api/accounts/{account}/today'>;

const everyMs = 30_000;

export function Today({ hasSimulator }: { readonly hasSimulator: boolean }) {
  const texts = useTexts(homeTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const queryKey = ['today', account];
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) =>
      call('GET /api/accounts/{account}/today', {
        params: { account },
        signal,
        isBackground: client.getQueryData(queryKey) !== undefined,
      }),
    refetchInterval: everyMs,
  });
  const goTo = (page: string) => void navigate({ to: `/${account}/sms/${page}` });
  return (
    <div className={classes['today']}>
      <Panel
        title={texts.todayTitle}
        actions={
          <Group gap="xs">
            {hasSimulator ? (
              <Button variant="default" size="compact-md" onClick={() => goTo('phones')}>
                {texts.toPhones}
              </Button>
            ) : null}
            <Button variant="default" size="compact-md" onClick={() => goTo('statistics')}>
              {texts.toStatistics}
            </Button>
          </Group>
        }
      >
        <QueryView query={query}>{(figures) => <TodayFigures {...figures} />}</QueryView>
      </Panel>
      <EventLog />
    </div>
  );
}

function TodayFigures({ since, smsParts, emails, ended, delivered, ...figures }: Figures) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const { may } = useAccount();
  const { failingEndpoints, pendingDeliveries, daysLeft } = figures;
  const time = formatTime(since, language, Date.now());
  return (
    <dl className={classes['figures']}>
      <Figure name={texts.todaySms} text={fill(texts.todaySince, { time })}>
        {formatNumber(smsParts, language)}
      </Figure>
      <Figure name={texts.todayEmails} text={fill(texts.todaySince, { time })}>
        {formatNumber(emails, language)}
      </Figure>
      <Figure
        name={texts.todayDelivered}
        text={
          ended === 0 ? texts.todayNoReports : countText(texts.todayDeliveredText, ended, language)
        }
      >
        {ended === 0 ? '–' : formatShare(delivered / ended, language)}
      </Figure>
      <Figure
        name={texts.todayFailing}
        text={
          pendingDeliveries === 0 && failingEndpoints === 0
            ? texts.todayNoFailing
            : countText(texts.todayPending, pendingDeliveries, language)
        }
        isBad={failingEndpoints > 0}
      >
        {formatNumber(failingEndpoints, language)}
      </Figure>
      {may.includes('read balance') ? (
        <Figure
          name={texts.todayDaysLeft}
          text={daysLeft === null ? texts.todayNothingSpent : texts.todayDaysLeftText}
          isBad={daysLeft !== null && daysLeft < daysFew}
        >
          {daysLeft === null ? '–' : countText(texts.days, daysLeft, language)}
        </Figure>
      ) : null}
    </dl>
  );
}

/** Time to pay by a bank. */
const daysFew = 3;

type FigureProps = {
  readonly name: string;
  readonly text: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
};

function Figure({ name, text, isBad = false, children }: FigureProps) {
  return (
    <div className={classes['figure']} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd className={classes['value']}>{children}</dd>
      <dd>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </dd>
    </div>
  );
}
