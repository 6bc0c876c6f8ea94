/** Routes in their order, and why a message to a number would take one of them. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { saveText } from '../../api/download.ts';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { SaveButton } from '../../components/download-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { useAction } from '../../components/use-action.ts';
import { useOpened } from '../../components/use-opened.ts';
import { consoleTexts } from '../../texts/console.ts';
import { routeTexts } from '../../texts/console-routes.ts';
import { listTexts } from '../../texts/lists.ts';
import { routeReasonTexts } from '../../texts/route-reasons.ts';
import { countText, fill } from '../../texts/texts.ts';
import { AddRoute } from './add-route.tsx';
import { ImportRoutes } from './import-routes.tsx';
import { RemoveRoute, type Route } from './remove-route.tsx';

export function RoutesPage() {
  const texts = useTexts(consoleTexts);
  const words = useTexts(routeTexts);
  const lists = useTexts(listTexts);
  const [isAdding, setAdding] = useOpened();
  const [isImporting, setImporting] = useState(false);
  const [removing, setRemoving] = useState<Route>();
  const [undo, setUndo] = useState<string>();
  const query = useQuery({
    queryKey: ['route list'],
    queryFn: ({ signal }) => ask('route list', {}, { signal }),
  });
  const add = <AddButton onClick={() => setAdding(true)}>{texts.addRoute}</AddButton>;
  return (
    <>
      <PageHeader
        title={texts.routes}
        text={texts.routesLead}
        actions={
          <Group gap="xs">
            <SaveButton save={saveRoutes}>{lists.export}</SaveButton>
            <Button variant="default" onClick={() => setImporting(true)}>
              {words.importRoutes}
            </Button>
            {add}
          </Group>
        }
      />
      <Stack gap="lg">
        <Explain />
        {undo === undefined ? null : <Changed key={undo} undo={undo} />}
        <ShortList
          list="routes"
          label={texts.routes}
          columns={useColumns(setRemoving)}
          rows={query.data?.routes}
          keyOf={placeOf}
          textOf={useRouteText()}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          empty={
            <EmptyView icon="route" title={texts.noRoutes} text={texts.noRoutesText} action={add} />
          }
        />
      </Stack>
      <ImportRoutes isOpen={isImporting} onClose={() => setImporting(false)} />
      <AddRoute isOpen={isAdding} onClose={() => setAdding(false)} onAdded={setUndo} />
      <RemoveRoute
        route={removing}
        routes={query.data?.routes ?? []}
        onClose={() => setRemoving(undefined)}
        onRemoved={setUndo}
      />
    </>
  );
}

async function saveRoutes(): Promise<void> {
  const { table } = await ask('route export', {});
  saveText(table, 'routes.csv', 'text/csv');
}

function Changed({ undo }: { readonly undo: string }) {
  const words = useTexts(routeTexts);
  const { language } = useLanguage();
  return (
    <UndoNote
      said={countText(words.done, 1, language)}
      undone={words.undone}
      undo={() => act('route import', { table: undo })}
    />
  );
}

/** What sets routes apart. */
function placeOf({ prefix, operator, network, grade, senders }: Route): string {
  return [prefix, operator, network, grade, senders.join()].join(' ');
}

function useRouteText(): (route: Route) => string {
  const texts = useTexts(consoleTexts);
  return ({ prefix, operator, network, grade, enabled }) =>
    [
      prefix === '' ? texts.allNumbers : `+${prefix}`,
      operator,
      network ?? texts.any,
      grade ?? texts.any,
      enabled ? texts.on : texts.off,
    ].join(' ');
}

function useColumns(remove: (route: Route) => void): readonly Column<Route>[] {
  const texts = useTexts(consoleTexts);
  return [
    {
      name: texts.prefix,
      sortBy: ({ prefix }) => prefix,
      isTitle: true,
      show: ({ prefix }) => (prefix === '' ? texts.allNumbers : <Code>{`+${prefix}`}</Code>),
    },
    {
      id: 'operator',
      name: texts.operator,
      sortBy: ({ operator }) => operator,
      card: 'line',
      show: ({ operator }) => operator,
    },
    { id: 'network', name: texts.network, show: ({ network }) => network ?? texts.any },
    { id: 'grade', name: texts.grade, show: ({ grade }) => grade ?? texts.any },
    {
      id: 'priority',
      name: texts.priority,
      sortBy: ({ priority }) => priority,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ priority }) => priority,
    },
    {
      id: 'weight',
      name: texts.weight,
      sortBy: ({ weight }) => weight,
      isFigure: true,
      show: ({ weight }) => weight,
    },
    {
      id: 'buyPrice',
      name: texts.buyPrice,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ buyPrice }) => buyPrice ?? '',
    },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: ({ enabled }) => (
        <StatusBadge tone={enabled ? 'good' : 'quiet'}>
          {enabled ? texts.on : texts.off}
        </StatusBadge>
      ),
    },
    {
      name: texts.actions,
      card: 'foot',
      show: (route) => (
        <Button size="compact-sm" variant="subtle" onClick={() => remove(route)}>
          {texts.remove}
        </Button>
      ),
    },
  ];
}

type Explained = Answer<'route explain'>['routes'][number];

function Explain() {
  const texts = useTexts(consoleTexts);
  const reasons = useTexts(routeReasonTexts);
  const [to, setTo] = useState('');
  const explain = useAction(() => ask('route explain', { to }));
  const [told, setTold] = useState<Answer<'route explain'>>();
  const verdictOf = ({ verdict: { code, reason, weight } }: Explained) =>
    fill(reasons[code], {
      reason: reason === undefined ? '' : reasons[reason],
      weight: weight ?? 0,
    });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setTold(await explain.run());
  };
  return (
    <Panel title={texts.explain}>
      <Stack gap="sm">
        <form onSubmit={(event) => void submit(event)}>
          <Group gap="xs">
            <TextInput
              aria-label={texts.explainHint}
              placeholder={texts.explainHint}
              type="tel"
              w="34ch"
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={explain.isBusy}>
              {texts.explain}
            </Button>
          </Group>
        </form>
        <FailureNote failure={explain.failure} />
        {told === undefined ? null : (
          <>
            <Alert color={told.operator === null ? 'red' : 'green'} role="status" p="xs">
              {told.operator === null || told.reason === null
                ? texts.goesNowhere
                : fill(texts.goesTo, {
                    operator: told.operator,
                    reason: reasons[told.reason],
                  })}
            </Alert>
            <DataTable
              label={texts.explain}
              rows={told.routes}
              keyOf={placeOf}
              columns={[
                {
                  name: texts.prefix,
                  isTitle: true,
                  show: ({ prefix }) => (prefix === '' ? texts.allNumbers : `+${prefix}`),
                },
                { name: texts.operator, show: ({ operator }) => operator },
                { name: texts.verdict, show: verdictOf },
              ]}
              empty={null}
            />
          </>
        )}
      </Stack>
    </Panel>
  );
}
