/** Who changed what, and when. */
import { type Answer, ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useList } from '../../components/use-list.ts';
import { consoleTexts } from '../../texts/console.ts';

type Change = Answer<'audit list'>['audit'][number];

export function AuditPage() {
  const texts = useTexts(consoleTexts);
  const list = useList<Change>(['audit list'], async (after, how) => {
    const behind = after === undefined ? {} : { before: Number(after) };
    const { audit, before } = await ask('audit list', { ...behind, limit: 100 }, how);
    return { rows: audit, next: before };
  });
  const columns: readonly Column<Change>[] = [
    { name: texts.action, isTitle: true, show: ({ action }) => <Code>{action}</Code> },
    { name: texts.at, show: ({ at }) => <Time atMs={Date.parse(at)} /> },
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
