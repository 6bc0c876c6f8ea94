/** Who changed what in the account, and when. */
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useList } from '../../components/use-list.ts';
import { accountPageTexts } from '../../texts/account-pages.ts';

type Change = Answered<'GET /api/accounts/{account}/audit'>['records'][number];

const pageRows = 50;

export function AccountAuditPage() {
  const texts = useTexts(accountPageTexts);
  const { id: account } = useAccount();
  const list = useList<Change>(['audit', account], async (after, how) => {
    const { records: rows } = await call('GET /api/accounts/{account}/audit', {
      params: { account },
      query: { after, limit: pageRows },
      ...how,
    });
    return { rows, next: rows.length < pageRows ? undefined : rows.at(-1)?.id };
  });
  const columns: readonly Column<Change>[] = [
    { name: texts.action, isTitle: true, show: ({ action }) => <Code>{action}</Code> },
    { name: texts.at, show: ({ atMs }) => <Time atMs={atMs} /> },
    { name: texts.actor, show: ({ actor }) => actor },
    { name: texts.target, show: ({ target }) => target },
    { name: texts.details, show: ({ details }) => <Code>{details}</Code> },
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
