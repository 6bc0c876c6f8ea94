/** Who changed what, and when. */
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useList } from '../../components/use-list.ts';
import { consoleTexts } from '../../texts/console.ts';

type Change = Answered<'GET /api/console/audit'>['records'][number];

export function AuditPage() {
  const texts = useTexts(consoleTexts);
  const list = useList<Change>(['console', 'audit'], async (after, how) => {
    const query = { after, limit: 100 };
    const { records, after: next } = await call('GET /api/console/audit', { query, ...how });
    return { rows: records, next };
  });
  const columns: readonly Column<Change>[] = [
    { name: texts.action, isTitle: true, show: ({ action }) => <Code>{action}</Code> },
    { name: texts.at, show: ({ atMs }) => <Time atMs={atMs} /> },
    { name: texts.actor, show: ({ actor }) => actor },
    { name: texts.account, show: ({ accountId }) => accountId ?? '' },
    { name: texts.target, show: ({ target }) => target },
    { name: texts.details, show: ({ details }) => <Code>{JSON.stringify(details)}</Code> },
  ];
  return (
    <>
      <PageHeader title={texts.audit} text={texts.auditLead} />
      <Panel isFlush>
        <DataTable
          {...list}
          label={texts.audit}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<EmptyView icon="audit" title={texts.noAudit} text={texts.noAuditText} />}
        />
      </Panel>
    </>
  );
}
