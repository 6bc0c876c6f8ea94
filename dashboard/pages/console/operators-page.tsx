import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { settingText } from '../../components/setting-text.ts';
import { ShortList } from '../../components/short-list.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useOpened } from '../../components/use-opened.ts';
import { consoleTexts } from '../../texts/console.ts';
import { AddOperator } from './add-operator.tsx';
import { BindsBadge } from './binds-badge.tsx';
import { OperatorState } from './operator-state.tsx';

type Operator = Answer<'operator list'>['operators'][number];

export function OperatorsPage() {
  const texts = useTexts(consoleTexts);
  const [isAdding, setAdding] = useOpened();
  const query = useQuery({
    queryKey: ['operator list'],
    queryFn: ({ signal }) => ask('operator list', {}, { signal, isBackground: true }),
    refetchInterval: 3_000,
  });
  const add = <AddButton onClick={() => setAdding(true)}>{texts.addOperator}</AddButton>;
  return (
    <>
      <PageHeader title={texts.operators} text={texts.operatorsLead} actions={add} />
      <ShortList
        list="operators"
        label={texts.operators}
        columns={useColumns()}
        rows={query.data?.operators}
        keyOf={({ id }) => id}
        textOf={useOperatorText()}
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
      <AddOperator isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function useOperatorText(): (operator: Operator) => string {
  const texts = useTexts(consoleTexts);
  return ({ name, state, settings: { host, systemId } }) =>
    [name, texts[state], settingText(host), settingText(systemId)].join(' ');
}

function useColumns(): readonly Column<Operator>[] {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const setting = (operator: Operator, name: string) => settingText(operator.settings[name]);
  return [
    {
      name: texts.name,
      sortBy: ({ name }) => name,
      isTitle: true,
      show: ({ name, builtIn }) => (
        <Link to="/console/operators/$name" params={{ name }}>
          {builtIn ? `${name} (${texts.builtIn})` : name}
        </Link>
      ),
    },
    {
      id: 'state',
      name: texts.state,
      sortBy: ({ state }) => texts[state],
      card: 'corner',
      show: ({ state }) => <OperatorState state={state} />,
    },
    {
      id: 'binds',
      name: texts.binds,
      card: 'foot',
      show: (operator) => <BindsBadge operator={operator} />,
    },
    {
      id: 'address',
      name: texts.address,
      card: 'line',
      show: (operator) => (
        <Box miw="16ch">
          <Code>{`${setting(operator, 'host')}:${setting(operator, 'port')}`}</Code>
        </Box>
      ),
    },
    { id: 'systemId', name: texts.systemId, show: (operator) => setting(operator, 'systemId') },
    {
      id: 'window',
      name: texts.window,
      isFigure: true,
      show: (operator) => setting(operator, 'window'),
    },
    {
      id: 'rate',
      name: texts.rate,
      isFigure: true,
      show: (operator) => setting(operator, 'ratePerSecond') || texts.anyRate,
    },
    {
      id: 'waiting',
      name: texts.waiting,
      sortBy: ({ owed }) => owed,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ owed }) => formatNumber(owed, language),
    },
    {
      id: 'routes',
      name: texts.routes,
      sortBy: ({ routes }) => routes,
      isFigure: true,
      show: ({ routes }) => formatNumber(routes, language),
    },
  ];
}
