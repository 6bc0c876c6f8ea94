/** Routes in their order, and why a message to a number would take one of them. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { useAction } from '../../components/use-action.ts';
import { consoleTexts } from '../../texts/console.ts';
import { routeTexts } from '../../texts/console-routes.ts';
import { routeReasonTexts } from '../../texts/route-reasons.ts';
import { countText, fill } from '../../texts/texts.ts';
import { explainRoute } from '../sms/explain-route.ts';
import { AddRoute } from './add-route.tsx';
import { ImportRoutes } from './import-routes.tsx';
import { RemoveRoute } from './remove-route.tsx';

export type Route = Answered<'GET /api/console/routes'>['routes'][number];
export type RoutesUndo = Answered<'PUT /api/console/routes'>['undo'];

const key = ['console', 'routes'];

export function RoutesPage() {
  const texts = useTexts(consoleTexts);
  const words = useTexts(routeTexts);
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [removing, setRemoving] = useState<Route>();
  const [undo, setUndo] = useState<RoutesUndo>();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/console/routes', { signal }),
  });
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {texts.addRoute}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.routes}
        text={texts.routesLead}
        actions={
          <Group gap="xs">
            <DownloadButton path="/api/console/routes/csv" name="routes.csv">
              {words.exportRoutes}
            </DownloadButton>
            <Button variant="default" onClick={() => setImporting(true)}>
              {words.importRoutes}
            </Button>
            {add}
          </Group>
        }
      />
      <Stack gap="lg">
        <Explain />
        {undo === undefined ? null : <Changed key={JSON.stringify(undo)} undo={undo} />}
        <Panel isFlush>
          <DataTable
            label={texts.routes}
            columns={useColumns(setRemoving)}
            rows={query.data?.routes}
            keyOf={({ id }) => id}
            failure={query.error ?? undefined}
            retry={() => void query.refetch()}
            empty={
              <EmptyView
                icon="route"
                title={texts.noRoutes}
                text={texts.noRoutesText}
                action={add}
              />
            }
          />
        </Panel>
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

function Changed({ undo }: { readonly undo: RoutesUndo }) {
  const words = useTexts(routeTexts);
  const { language } = useLanguage();
  return (
    <UndoNote
      said={countText(words.done, undo.set.length + undo.remove.length, language)}
      undone={words.undone}
      undo={() => call('POST /api/console/routes/undo', { body: undo })}
      changes={key}
    />
  );
}

function useColumns(remove: (route: Route) => void): readonly Column<Route>[] {
  const texts = useTexts(consoleTexts);
  return [
    {
      name: texts.prefix,
      isTitle: true,
      show: ({ prefix }) => (prefix === '' ? texts.allNumbers : <Code>{`+${prefix}`}</Code>),
    },
    { name: texts.operator, show: ({ operator }) => operator },
    { name: texts.network, show: ({ network }) => network || texts.any },
    { name: texts.grade, show: ({ grade }) => grade ?? texts.any },
    { name: texts.priority, isFigure: true, show: ({ priority }) => priority },
    { name: texts.weight, isFigure: true, show: ({ weight }) => weight },
    { name: texts.buyPrice, isFigure: true, show: ({ buyPrice }) => buyPrice ?? '' },
    {
      name: texts.state,
      show: ({ enabled }) => (
        <StatusBadge tone={enabled ? 'good' : 'quiet'}>
          {enabled ? texts.on : texts.off}
        </StatusBadge>
      ),
    },
    {
      name: texts.actions,
      show: (route) => (
        <Button size="compact-sm" variant="subtle" onClick={() => remove(route)}>
          {texts.remove}
        </Button>
      ),
    },
  ];
}

function Explain() {
  const texts = useTexts(consoleTexts);
  const reasons = useTexts(routeReasonTexts);
  const [to, setTo] = useState('');
  const explain = useAction(
    () => call('GET /api/console/route-explanation', { query: { to } }),
    [],
  );
  const [told, setTold] = useState<Awaited<ReturnType<typeof explain.run>>>();
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
              {told.operator === null
                ? texts.goesNowhere
                : fill(texts.goesTo, {
                    operator: told.operator,
                    reason: explainRoute(told.reason ?? '', reasons),
                  })}
            </Alert>
            <DataTable
              label={texts.explain}
              rows={told.routes}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: texts.prefix,
                  isTitle: true,
                  show: ({ prefix }) => (prefix === '' ? texts.allNumbers : `+${prefix}`),
                },
                { name: texts.operator, show: ({ operator }) => operator },
                { name: texts.verdict, show: ({ verdict }) => explainRoute(verdict, reasons) },
              ]}
              empty={null}
            />
          </>
        )}
      </Stack>
    </Panel>
  );
}
