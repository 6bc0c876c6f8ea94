/** One campaign: its progress, the status of its messages, and the buttons that pause, resume and cancel it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Figures } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView, whileThere } from '../../components/query-view.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { useAction } from '../../components/use-action.ts';
import { campaignTexts } from '../../texts/campaigns.ts';
import { countText, fill } from '../../texts/texts.ts';
import { CampaignBar, skippedOf } from './campaign-bar.tsx';
import { type Campaign, CampaignState } from './campaign-state.tsx';
import { fixText, reasonText } from './campaign-words.ts';
import { ResumeCampaign } from './resume-campaign.tsx';
import classes from './sms.module.css';
import { useGroupName } from './use-group-name.ts';

/** While something may still change. */
const againMs = 2_000;

export function CampaignPage() {
  const id = useParams({
    strict: false,
    select: ({ campaign }: { readonly campaign?: string }) => Number(campaign),
  });
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const query = useQuery({
    queryKey: ['campaign show', account, id],
    queryFn: ({ signal }) =>
      askIn(account, 'campaign show', { campaign: id }, { signal, isBackground: true }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isMoving(state.data.campaign)
        ? whileThere(againMs)({ state })
        : false,
  });
  return (
    <QueryView query={query}>
      {({ campaign }) => (
        <>
          <PageHeader
            title={campaign.name}
            text={<Link to={`/${account}/sms/campaigns`}>{texts.back}</Link>}
            actions={<Actions campaign={campaign} />}
          />
          <Stack gap="md">
            <Why campaign={campaign} />
            <Result campaign={campaign} />
            <Details campaign={campaign} />
          </Stack>
        </>
      )}
    </QueryView>
  );
}

function isMoving({ state, waiting }: Campaign): boolean {
  return state === 'running' || state === 'scheduled' || waiting > 0;
}

function Actions({ campaign }: { readonly campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const maySend = useMay('send');
  const [isAsking, setAsking] = useState(false);
  const { id, state, waiting, contacts, handled } = campaign;
  const pause = useAction(() => actIn(account, 'campaign pause', { campaign: id }));
  const isOver = state === 'cancelled' || (state === 'done' && waiting === 0);
  if (!maySend || isOver) return null;
  const left = contacts - handled + waiting;
  return (
    <>
      {state === 'paused' ? (
        <ResumeCampaign campaign={campaign} />
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="pause" size={16} />}
          loading={pause.isBusy}
          onClick={() => void pause.run()}
        >
          {texts.pause}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <FailureNote failure={pause.failure} />
      <Confirm
        isOpen={isAsking}
        title={texts.cancelTitle}
        effect={countText(texts.cancelEffect, left, language)}
        action={texts.cancel}
        onClose={() => setAsking(false)}
        onConfirm={() => actIn(account, 'campaign cancel', { campaign: id })}
      />
    </>
  );
}

function Why({ campaign: { state, reason } }: { readonly campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  if (state !== 'paused') return null;
  return (
    <Alert color="yellow" role="status">
      {reason === null
        ? texts.pausedBy
        : fill(texts.pausedBecause, {
            reason: reasonText(reason, texts),
            fix: fixText(reason, texts),
          })}
    </Alert>
  );
}

function Result({ campaign }: { readonly campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  const { language } = useLanguage();
  const { contacts, handled, delivered, notDelivered, waiting, skipped } = campaign;
  const figures = [
    [texts.delivered, delivered],
    [texts.notDelivered, notDelivered],
    [texts.waiting, waiting],
    [texts.skipped, skippedOf(campaign)],
    [texts.left, Math.max(0, contacts - handled)],
  ] as const;
  const shown = (count: number): string => formatNumber(count, language);
  return (
    <Panel title={texts.result} actions={<CampaignState state={campaign.state} />}>
      <Stack gap="md">
        <CampaignBar campaign={campaign} />
        <Text size="sm" c="dimmed">
          {countText(texts.shares, contacts, language, { handled: shown(handled) })}
        </Text>
        <Figures
          figures={[
            ...figures.map(([name, count]) => ({ name, value: shown(count) })),
            {
              name: texts.cost,
              value: <Money amount={campaign.cost} currency={campaign.currency} />,
            },
          ]}
        />
        {skipped.map(({ why, contacts: count }) => (
          <Text size="sm" key={why}>
            {fill(texts.skippedBecause, { count: shown(count), reason: reasonText(why, texts) })}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}

function Details({ campaign }: { readonly campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  const { language } = useLanguage();
  const { text, sender, startsAt, createdAt, endedAt, costMax, currency, parts } = campaign;
  const facts = [
    [texts.group, <GroupLink key="group" group={campaign.group} />],
    [texts.sender, sender || texts.senderDefault],
    [texts.wasMade, <Time key="made" atMs={Date.parse(createdAt)} />],
    [texts.starts, <Time key="start" atMs={Date.parse(startsAt)} />],
    ...(endedAt === null
      ? []
      : [[texts.ended, <Time key="end" atMs={Date.parse(endedAt)} />] as const]),
    [texts.parts, formatNumber(parts, language)],
    [
      fill(texts.costMax, { currency }),
      costMax === null ? texts.noCeiling : <Money key="max" amount={costMax} currency={currency} />,
    ],
  ] as const;
  return (
    <Panel title={texts.details}>
      <Stack gap="md">
        <p className={classes['text']}>{text ?? texts.hidden}</p>
        <dl className={classes['facts']}>
          {facts.map(([name, value]) => (
            <Group key={name} display="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Group>
          ))}
        </dl>
      </Stack>
    </Panel>
  );
}

/** Its contacts as they are now; a group that was removed has only its number. */
function GroupLink({ group }: { readonly group: number }) {
  const { id: account } = useAccount();
  const name = useGroupName(group);
  return name === undefined ? (
    `#${group}`
  ) : (
    <Link to={`/${account}/sms/contacts/${group}`}>{name}</Link>
  );
}
