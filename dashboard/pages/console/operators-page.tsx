/** The operators: how their binds do, what waits, and what people may do about it. */
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { settingText } from '../../components/setting-text.ts';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { countText, fill } from '../../texts/texts.ts';
import { AddOperator } from './add-operator.tsx';

type Operator = Answered<'GET /api/console/operators'>['operators'][number];

const key = ['console', 'operators'];
const tones = { active: 'good', paused: 'warn', draining: 'info', leaving: 'quiet' } as const;

export function OperatorsPage() {
  const texts = useTexts(consoleTexts);
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/console/operators', { signal, isBackground: true }),
    refetchInterval: 3_000,
  });
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {texts.addOperator}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.operators} text={texts.operatorsLead} actions={add} />
      <Panel isFlush>
        <DataTable
          label={texts.operators}
          columns={useColumns()}
          rows={query.data?.operators}
          keyOf={({ id }) => id}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          empty={
            <EmptyView
              icon="operator"
              title={texts.noOperators}
              text={texts.noOperatorsText}
              action={add}
            />
          }
        />
      </Panel>
      <AddOperator isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function useColumns(): readonly Column<Operator>[] {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const setting = (operator: Operator, name: string) => settingText(operator.settings[name]);
  return [
    {
      name: texts.name,
      isTitle: true,
      show: ({ name, builtIn }) => (builtIn ? `${name} (${texts.builtIn})` : name),
    },
    {
      name: texts.state,
      show: ({ state }) => <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>,
    },
    { name: texts.binds, show: (operator) => <Binds operator={operator} /> },
    {
      name: texts.address,
      show: (operator) => (
        <Code>{`${setting(operator, 'host')}:${setting(operator, 'port')}`}</Code>
      ),
    },
    { name: texts.systemId, show: (operator) => setting(operator, 'systemId') },
    { name: texts.window, isFigure: true, show: (operator) => setting(operator, 'window') },
    {
      name: texts.rate,
      isFigure: true,
      show: (operator) => setting(operator, 'ratePerSecond') || texts.anyRate,
    },
    { name: texts.waiting, isFigure: true, show: ({ owed }) => formatNumber(owed, language) },
    { name: texts.routes, isFigure: true, show: ({ routes }) => formatNumber(routes, language) },
    { name: texts.actions, show: (operator) => <Actions operator={operator} /> },
  ];
}

function Binds({ operator: { binds } }: { readonly operator: Operator }) {
  const texts = useTexts(consoleTexts);
  const held = binds.filter(({ isStale }) => !isStale);
  const up = held.filter(({ downSinceMs }) => downSinceMs === null).length;
  const tone = up > 0 && up === held.length ? 'good' : up > 0 ? 'warn' : 'bad';
  return <StatusBadge tone={tone}>{fill(texts.bindsUp, { up, all: binds.length })}</StatusBadge>;
}

type Asking = 'paused' | 'draining' | 'remove';

function Actions({ operator }: { readonly operator: Operator }) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const params = { id: operator.id };
  const setState = async (state: 'active' | 'paused' | 'draining') => {
    await call('PUT /api/console/operators/{id}/state', { params, body: { state } });
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <Group gap={4} wrap="nowrap">
      {operator.state === 'active' ? (
        <>
          <Small onClick={() => setAsking('paused')}>{texts.pause}</Small>
          <Small onClick={() => setAsking('draining')}>{texts.drain}</Small>
        </>
      ) : (
        <Small onClick={() => void setState('active').catch(() => undefined)}>{texts.resume}</Small>
      )}
      {operator.builtIn ? null : <Small onClick={() => setAsking('remove')}>{texts.remove}</Small>}
      <Confirm
        isOpen={asking === 'paused'}
        title={texts.pause}
        effect={texts.pauseEffect}
        action={texts.pause}
        isHarmless
        onClose={close}
        onConfirm={() => setState('paused')}
      />
      <Confirm
        isOpen={asking === 'draining'}
        title={texts.drain}
        effect={texts.drainEffect}
        action={texts.drain}
        isHarmless
        onClose={close}
        onConfirm={() => setState('draining')}
      />
      <Confirm
        isOpen={asking === 'remove'}
        title={`${texts.remove} ${operator.name}`}
        effect={countText(texts.removeEffect, operator.owed, language)}
        action={texts.remove}
        onClose={close}
        onConfirm={async () => {
          await call('DELETE /api/console/operators/{id}', { params });
          await queries.invalidateQueries({ queryKey: key });
        }}
      />
    </Group>
  );
}

function Small(props: { readonly onClick: () => void; readonly children: string }) {
  return <Button size="compact-sm" variant="subtle" {...props} />;
}
