/** How today and the last week go, what to look at, how operators and endpoints do, and what happens now. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatMoney, formatNumber, formatShare } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { homeTexts } from '../../texts/home.ts';
import { countText, fill } from '../../texts/texts.ts';
import { EventLog } from './event-log.tsx';
import { Health } from './health.tsx';
import overview from './overview.module.css';
import { ToLookAt } from './to-look-at.tsx';
import classes from './today.module.css';
import { useLately, useShowLive } from './use-lately.ts';

type Figures = Answer<'home today'>;

const everyMs = 30_000;

type TodayProps = { readonly hasSimulator: boolean; readonly showSteps: (() => void) | undefined };

/** `showSteps`: to the first steps, which are there for who may send. */
export function Today({ showSteps, hasSimulator }: TodayProps) {
  const texts = useTexts(homeTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const { mode, choose } = useMode();
  const queryKey = ['today', account];
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) =>
      askIn(
        account,
        'home today',
        {},
        { signal, isBackground: client.getQueryData(queryKey) !== undefined },
      ),
    refetchInterval: everyMs,
  });
  const goTo = (page: string) => void navigate({ to: `/${account}/sms/${page}` });
  const goToStatistics = () => {
    choose('live');
    goTo('statistics');
  };
  return (
    <div className={classes['today']}>
      <Panel
        title={mode === 'live' ? texts.todayTitle : texts.todayLiveTitle}
        actions={
          <Group gap="xs">
            {hasSimulator ? (
              <Button variant="default" size="compact-md" onClick={() => goTo('phones')}>
                {texts.toPhones}
              </Button>
            ) : null}
            {showSteps === undefined ? null : (
              <Button variant="default" size="compact-md" onClick={showSteps}>
                {texts.toSteps}
              </Button>
            )}
            <Button variant="default" size="compact-md" onClick={goToStatistics}>
              {texts.toStatistics}
            </Button>
          </Group>
        }
      >
        <QueryView query={query}>{(figures) => <TodayFigures {...figures} />}</QueryView>
      </Panel>
      <div className={overview['pair']}>
        <ToLookAt />
        <Health />
      </div>
      <EventLog />
    </div>
  );
}

function TodayFigures(figures: Figures) {
  const { may } = useAccount();
  return (
    <dl className={classes['figures']}>
      <Volumes {...figures} />
      <Delivered {...figures} />
      <Failing {...figures} />
      {may.includes('read balance') ? <Balance daysLeft={figures.daysLeft} /> : null}
    </dl>
  );
}

/** By product: since midnight, and in seven days. */
function Volumes({ since, smsParts, emails }: Figures) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const { data } = useLately();
  const week = (count: number | undefined) =>
    count === undefined ? '' : fill(texts.inSevenDays, { count: formatNumber(count, language) });
  const calls = data?.calls ?? [];
  const callsSince = (fromMs: number) => {
    const count = calls.filter(({ startedAt }) => Date.parse(startedAt) >= fromMs).length;
    const isMore = data !== undefined && count >= data.callsMax;
    return `${formatNumber(count, language)}${isMore ? '+' : ''}`;
  };
  return (
    <>
      <Figure name={texts.todaySms} text={week(data?.sms.parts)} to="/sms/messages">
        {formatNumber(smsParts, language)}
      </Figure>
      <Figure name={texts.todayEmails} text={week(data?.mail.mails)} to="/email/messages">
        {formatNumber(emails, language)}
      </Figure>
      <Figure
        name={texts.todayCalls}
        text={
          data === undefined ? '' : fill(texts.inSevenDays, { count: callsSince(data.sinceMs) })
        }
        to="/sms/calls"
      >
        {data === undefined ? '–' : callsSince(since)}
      </Figure>
    </>
  );
}

function Delivered({ ended, delivered }: Figures) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const { data } = useLately();
  const known = (data?.sms.delivered ?? 0) + (data?.sms.notDelivered ?? 0);
  return (
    <Figure
      name={texts.todayDelivered}
      text={
        ended === 0 ? texts.todayNoReports : countText(texts.todayDeliveredText, ended, language)
      }
      more={
        data === undefined || known === 0
          ? ''
          : fill(texts.inSevenDays, { count: formatShare(data.sms.delivered / known, language) })
      }
      to="/sms/statistics"
    >
      {ended === 0 ? '–' : formatShare(delivered / ended, language)}
    </Figure>
  );
}

function Failing({ failingEndpoints, pendingDeliveries, hasMorePending }: Figures) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  return (
    <Figure
      name={texts.todayFailing}
      text={
        pendingDeliveries === 0 && failingEndpoints === 0
          ? texts.todayNoFailing
          : countText(
              hasMorePending ? texts.todayMorePending : texts.todayPending,
              pendingDeliveries,
              language,
            )
      }
      isBad={failingEndpoints > 0}
      to="/webhooks"
    >
      {formatNumber(failingEndpoints, language)}
    </Figure>
  );
}

function Balance({ daysLeft }: Pick<Figures, 'daysLeft'>) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const { data } = useQuery({
    queryKey: ['balance show', account],
    queryFn: () => askIn(account, 'balance show', {}),
  });
  return (
    <Figure
      name={texts.todayDaysLeft}
      text={daysLeft === null ? texts.todayNothingSpent : texts.todayDaysLeftText}
      more={
        data === undefined
          ? ''
          : fill(texts.todayBalance, { amount: formatMoney(data.live, data.currency, language) })
      }
      isBad={daysLeft !== null && daysLeft < daysFew}
      to="/balance"
    >
      {daysLeft === null ? '–' : countText(texts.days, daysLeft, language)}
    </Figure>
  );
}

/** Time to pay by a bank. */
const daysFew = 3;

type FigureProps = {
  readonly name: string;
  readonly text: string;
  /** A second line. */
  readonly more?: string;
  readonly isBad?: boolean;
  /** Its page, below the account. */
  readonly to: string;
  readonly children: ReactNode;
};

function Figure({ name, text, more = '', isBad = false, to, children }: FigureProps) {
  const { id: account } = useAccount();
  const showLive = useShowLive();
  return (
    <div className={classes['figure']} data-bad={isBad || undefined}>
      <dt>
        <Link to={`/${account}${to}`} onClick={showLive}>
          {name}
        </Link>
      </dt>
      <dd className={classes['value']}>{children}</dd>
      {[text, more].map((line) =>
        line === '' ? null : (
          <dd key={line}>
            <Text size="sm" c="dimmed">
              {line}
            </Text>
          </dd>
        ),
      )}
    </div>
  );
}
