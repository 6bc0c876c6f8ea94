/** One operator: what each of its binds does now, how it answers, and what passes. */
import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type Answer, ask, useAct } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatDuration, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView, whileThere } from '../../components/query-view.tsx';
import { settingText } from '../../components/setting-text.ts';
import { Code } from '../../components/shown.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { operatorTexts } from '../../texts/console-operators.ts';
import { fill } from '../../texts/texts.ts';
import { LinkPanel } from './link-panel.tsx';
import { OperatorActions } from './operator-actions.tsx';
import { OperatorState } from './operator-state.tsx';

type Found = Answer<'operator binds'>;

export function OperatorPage() {
  const name = useParams({ strict: false, select: (names: { name?: string }) => names.name }) ?? '';
  const query = useQuery({
    queryKey: ['operator binds', name],
    queryFn: ({ signal }) => ask('operator binds', { name }, { signal, isBackground: true }),
    refetchInterval: whileThere(2_000),
  });
  return <QueryView query={query}>{(found) => <Shown found={found} />}</QueryView>;
}

function Shown({ found }: { readonly found: Found }) {
  const texts = useTexts(operatorTexts);
  const { operator, links, elsewhere } = found;
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={operator.name}
        text={<Link to="/console/operators">{texts.back}</Link>}
        actions={
          <OperatorActions
            operator={operator}
            onRemoved={() => void navigate({ to: '/console/operators' })}
          />
        }
      />
      <Stack gap="lg">
        <Panel>
          <Facts facts={useFacts(found)} />
        </Panel>
        <ReceiptIdAdvice found={found} />
        {links.length === 0 ? null : <TraceSwitch found={found} />}
        {links.map((link) => (
          <LinkPanel key={link.place} link={link} />
        ))}
        {elsewhere.map(({ place, processId, host }) => (
          <Alert key={place} color="gray" variant="light">
            {processId === null
              ? fill(texts.nobodys, { place: place + 1 })
              : fill(texts.elsewhere, { place: place + 1, process: processId, host })}
          </Alert>
        ))}
      </Stack>
    </>
  );
}

function useFacts({ operator, lateMs }: Found): readonly Fact[] {
  const texts = useTexts(consoleTexts);
  const own = useTexts(operatorTexts);
  const { language } = useLanguage();
  const { settings, owed, owedMax, routes, receiptsKept } = operator;
  const setting = (name: string) => settingText(settings[name]);
  const isMany = owed >= owedMax;
  return [
    { name: texts.state, value: <OperatorState state={operator.state} /> },
    { name: texts.address, value: <Code>{`${setting('host')}:${setting('port')}`}</Code> },
    { name: texts.systemId, value: <Code>{setting('systemId') || '–'}</Code> },
    { name: texts.waiting, value: `${isMany ? '≥ ' : ''}${formatNumber(owed, language)}` },
    {
      name: own.oldest,
      value: lateMs === null ? own.onTime : formatDuration(Math.max(0, lateMs), language),
    },
    { name: texts.routes, value: formatNumber(routes, language) },
    { name: own.receiptsKept, value: formatNumber(receiptsKept, language) },
  ];
}

/** Which setting would match the receipts that matched no message. */
function ReceiptIdAdvice({ found: { operator, receiptIdAdvice } }: { readonly found: Found }) {
  const texts = useTexts(operatorTexts);
  if (receiptIdAdvice === null) return null;
  return (
    <Alert color="yellow" variant="light">
      {fill(texts.receiptIdAdvice, { ...receiptIdAdvice, name: operator.name })}
    </Alert>
  );
}

function TraceSwitch({ found: { operator, links } }: { readonly found: Found }) {
  const texts = useTexts(operatorTexts);
  const isOn = links.some(({ trace }) => trace.endsAtMs !== null);
  const change = useAct('operator trace');
  return (
    <Panel
      title={texts.trace}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          loading={change.isBusy}
          onClick={() => void change.run({ name: operator.name, isOn: !isOn })}
        >
          {isOn ? texts.stopTrace : texts.startTrace}
        </Button>
      }
    >
      {texts.traceText}
      <FailureNote failure={change.failure} />
    </Panel>
  );
}
