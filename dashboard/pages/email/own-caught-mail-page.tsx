/** One caught mail of the account, with the way to the email that it is a copy of. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { askIn, tablePath } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { emailTexts } from '../../texts/email.ts';
import { CaughtMailView, type CaughtPaths } from './caught-mail-view.tsx';

export function OwnCaughtMailPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const id = useParams({ strict: false, select: (names: { mail?: string }) => names.mail }) ?? '';
  const query = useQuery({
    queryKey: ['mail caught show', account, id],
    queryFn: ({ signal }) => askIn(account, 'mail caught show', { caught: Number(id) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={query}>
      {({ mail }) => (
        <CaughtMailView
          mail={mail}
          paths={pathsOf(account, mail.id)}
          back={<Link to={`/${account}/email/catcher`}>{texts.allCaught}</Link>}
          actions={
            mail.email === null ? null : (
              <Button
                renderRoot={(props) => (
                  <Link to={`/${account}/email/messages/${mail.email}`} {...props} />
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

function pathsOf(account: number, caught: number): CaughtPaths {
  return {
    html: tablePath(account, 'mail caught html', { caught }),
    source: tablePath(account, 'mail caught source', { caught }),
    fileAt: (place) => tablePath(account, 'mail caught attachment', { caught, place }),
  };
}
