/** Emails that were accepted, the newest first. */
import { useNavigate } from '@tanstack/react-router';
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';

type Email = Answered<'GET /api/accounts/{account}/emails'>['emails'][number];

const keyOf = ({ id }: Email) => id;

export function EmailsPage() {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  const navigate = useNavigate();
  const list = useLiveList<Email>(
    ['emails', account],
    async (after, how) => {
      const { emails, after: next } = await call('GET /api/accounts/{account}/emails', {
        params: { account },
        query: { after, limit: 50 },
        ...how,
      });
      return { rows: emails, next };
    },
    { kinds: ['email', 'mail'], keyOf: keyOf },
  );
  const kindOf = ({ test, sandbox }: Email) =>
    test ? texts.test : sandbox ? texts.sandbox : texts.live;
  const columns: readonly Column<Email>[] = [
    { name: texts.subject, isTitle: true, show: ({ subject }) => subject || texts.withoutSubject },
    { name: texts.from, show: ({ sender }) => sender },
    { name: texts.accepted, show: ({ acceptedAtMs }) => <Time atMs={acceptedAtMs} /> },
    {
      name: texts.leaves,
      show: ({ scheduledAtMs }) =>
        scheduledAtMs === null ? texts.atOnce : <Time atMs={scheduledAtMs} />,
    },
    { name: texts.kind, show: kindOf },
    { name: texts.tag, show: ({ tag }) => tag },
    { name: texts.copies, isFigure: true, show: ({ mails }) => formatNumber(mails, language) },
  ];
  return (
    <>
      <PageHeader title={texts.emails} text={texts.emailsLead} />
      <Panel isFlush>
        <DataTable
          {...list}
          label={texts.emails}
          columns={columns}
          keyOf={keyOf}
          onOpen={({ id }) => void navigate({ to: `/${account}/email/messages/${id}` })}
          empty={<EmptyView icon="mail" title={texts.noEmails} text={texts.noEmailsText} />}
        />
      </Panel>
    </>
  );
}
