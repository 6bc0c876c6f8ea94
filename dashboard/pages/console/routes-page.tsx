/** Routes in their order, and why a message to a number would take one of them. */
import {
  Alert,
  Button,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { consoleTexts } from '../../texts/console.ts';
import { routeTexts } from '../../texts/console-routes.ts';
import { routeReasonTexts } from '../../texts/route-reasons.ts';
import { fill } from '../../texts/texts.ts';
import { explainRoute } from '../sms/explain-route.ts';
import { ImportRoutes } from './import-routes.tsx';

type Route = Answered<'GET /api/console/routes'>['routes'][number];

const key = ['console', 'routes'];

export function RoutesPage() {
  const texts = useTexts(consoleTexts);
  const words = useTexts(routeTexts);
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
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
        <Panel isFlush>
          <DataTable
            label={texts.routes}
            columns={useColumns()}
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
      <AddRoute isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function useColumns(): readonly Column<Route>[] {
  const texts = useTexts(consoleTexts);
  const remove = useAction(
    (id: number) => call('DELETE /api/console/routes/{id}', { params: { id } }),
    key,
  );
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
      show: ({ id }) => (
        <Button size="compact-sm" variant="subtle" onClick={() => void remove.run(id)}>
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

function AddRoute({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const texts = useTexts(consoleTexts);
  const common = useTexts(commonTexts);
  const operators = useQuery({
    queryKey: ['console', 'operators'],
    queryFn: ({ signal }) => call('GET /api/console/operators', { signal }),
    enabled: isOpen,
  });
  const live = (operators.data?.operators ?? []).filter(({ builtIn }) => !builtIn);
  const [prefix, setPrefix] = useState('');
  const [operator, setOperator] = useState('');
  const [priority, setPriority] = useState(1);
  const add = useAction(() => {
    const operatorId = Number(operator || live[0]?.id);
    const usual = { network: '', grade: null, senders: [], weight: 1, buyPrice: null };
    const route = { ...usual, prefix, operatorId, priority, enabled: true };
    return call('PUT /api/console/routes', { body: { routes: [route] } });
  }, key);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((await add.run()) !== undefined) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.addRoute}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label={texts.prefix}
            description={texts.allNumbers}
            inputMode="numeric"
            value={prefix}
            onChange={({ currentTarget }) => setPrefix(currentTarget.value.replace(/\D/g, ''))}
            data-autofocus
          />
          <NativeSelect
            label={texts.operator}
            data={live.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={operator}
            onChange={({ currentTarget }) => setOperator(currentTarget.value)}
          />
          <NumberInput
            label={texts.priority}
            value={priority}
            min={1}
            hideControls
            onChange={(value) => setPriority(Number(value))}
          />
          <FailureNote failure={add.failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={add.isBusy} disabled={live.length === 0}>
              {texts.addRoute}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
