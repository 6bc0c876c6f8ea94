/** How emails went, by day or by hour, over a time that stands in the address. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { askIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SpanChoices, useSpan } from '../../components/span-choices.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFigures } from '../../components/use-figures.ts';
import { mailStatisticsTexts } from '../../texts/mail-statistics.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import { MailFigures } from './mail-figures.tsx';

export function EmailStatisticsPage() {
  const texts = { ...useTexts(statisticsTexts), ...useTexts(mailStatisticsTexts) };
  const { id: account } = useAccount();
  const { mode } = useMode();
  const span = useSpan();
  const { query, before } = useFigures(span, ['mail statistics', account, mode], (asked, how) =>
    askIn(account, 'mail statistics', { mode, ...asked }, how),
  );
  return (
    <div data-wide>
      <PageHeader title={texts.title} text={texts.intro} />
      <SpanChoices span={span} />
      <QueryView query={query}>
        {(told) =>
          told.total.mails === 0 ? (
            <Nothing />
          ) : (
            <MailFigures told={told} before={before} span={span} />
          )
        }
      </QueryView>
    </div>
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
