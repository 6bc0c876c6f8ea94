/** The campaigns of the account, the newest first, with how far each is. */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { campaignTexts } from '../../texts/campaigns.ts';
import { CampaignBar } from './campaign-bar.tsx';
import { CampaignState } from './campaign-state.tsx';

type Row = Answer<'campaign list'>['campaigns'][number];

export function CampaignsPage() {
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const navigate = useNavigate();
  const list = useList<Row>(['campaign list', account], async (after, how) => {
    const behind = after === undefined ? {} : { after: Number(after) };
    const asked = { ...behind, limit: rowsOfPage(after) };
    const page = await askIn(account, 'campaign list', asked, how);
    return { rows: page.campaigns, next: page.after };
  });
  const add = useMay('send') ? (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to={`/${account}/sms/campaigns/new`} {...props} />}
    >
      {texts.new}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} actions={add} />
      <Panel isFlush>
        <DataTable
          {...list}
          list="campaigns"
          csv={`campaigns-${account}`}
          label={texts.list}
          columns={columnsOf(texts)}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/${account}/sms/campaigns/${id}` })}
          empty={
            <EmptyView icon="send" title={texts.emptyTitle} text={texts.emptyText} action={add} />
          }
        />
      </Panel>
    </>
  );
}

function columnsOf(texts: (typeof campaignTexts)['en']): readonly Column<Row>[] {
  return [
    { name: texts.name, isTitle: true, show: ({ name }) => name },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: ({ state }) => <CampaignState state={state} />,
    },
    {
      id: 'progress',
      name: texts.progress,
      card: 'line',
      show: (campaign) => <CampaignBar campaign={campaign} isSmall />,
    },
    {
      id: 'contacts',
      name: texts.contacts,
      isFigure: true,
      card: 'foot',
      show: ({ contacts }) => contacts,
    },
    {
      id: 'cost',
      name: texts.cost,
      isFigure: true,
      card: 'foot',
      show: ({ cost, currency }) => <Money amount={cost} currency={currency} />,
    },
    {
      id: 'starts',
      name: texts.starts,
      isFigure: true,
      card: 'foot',
      show: ({ startsAt }) => <Time atMs={Date.parse(startsAt)} />,
    },
  ];
}
