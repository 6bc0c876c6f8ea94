/** One caught mail of the account, with the way to the email that it is a copy of. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { emailTexts } from '../../texts/email.ts';
import { CaughtMailView } from './caught-mail-view.tsx';

export function OwnCaughtMailPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const id = useParams({ strict: false, select: (names: { mail?: string }) => names.mail }) ?? '';
  const query = useQuery({
    queryKey: ['caught', account, 'one', id],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/{account}/caught-mails/{id}', { params: { account, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={query}>
      {({ mail }) => (
        <CaughtMailView
          mail={mail}
          base={`/api/accounts/${account}/caught-mails/${mail.id}`}
          back={<Link to={`/${account}/email/catcher`}>{texts.allCaught}</Link>}
          actions={
            mail.emailId === null ? null : (
              <Button
                renderRoot={(props) => (
                  <Link to={`/${account}/email/messages/${mail.emailId}`} {...props} />
                )}
                variant="default"
              >
                {texts.itsEmail}
              </Button>
            )
          }
        />
      )}
    </QueryView>
  );
}
