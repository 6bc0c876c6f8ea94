/** How emails went, by day or by hour, over a time that stands in the address. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SpanChoices } from '../../components/span-choices.tsx';
import { EmptyView } from '../../components/states.tsx';
import { readSpan, spanAt } from '../../components/statistics-span.ts';
import { useFilter } from '../../components/use-filter.ts';
import { mailStatisticsTexts } from '../../texts/mail-statistics.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import { MailFigures } from './mail-figures.tsx';

const everyMs = 30_000;

export function EmailStatisticsPage() {
  const texts = { ...useTexts(statisticsTexts), ...useTexts(mailStatisticsTexts) };
  const { id: account } = useAccount();
  const { mode } = useMode();
  const [days] = useFilter('days');
  const [by] = useFilter('by');
  const span = readSpan(days, by);
  const queryKey = ['mail figures', account, mode, span.days, span.by];
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) =>
      call('GET /api/accounts/{account}/statistics/mails', {
        params: { account },
        query: { mode, by: span.by, ...spanAt(span, Date.now()) },
        signal,
        isBackground: client.getQueryData(queryKey) !== undefined,
      }),
    refetchInterval: everyMs,
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      <SpanChoices span={span} />
      <QueryView query={query}>
        {(told) => (told.total.mails === 0 ? <Nothing /> : <MailFigures told={told} span={span} />)}
      </QueryView>
    </>
  );
}

function Nothing() {
  const texts = { ...useTexts(statisticsTexts), ...useTexts(mailStatisticsTexts) };
  const { id: account, may } = useAccount();
  const write = (
    <Button renderRoot={(props) => <Link to={`/${account}/email/send`} {...props} />}>
      {texts.writeOne}
    </Button>
  );
  return (
    <Panel>
      <EmptyView
        icon="chart"
        title={texts.noneTitle}
        text={texts.noneText}
        action={may.includes('send') ? write : undefined}
      />
    </Panel>
  );
}
