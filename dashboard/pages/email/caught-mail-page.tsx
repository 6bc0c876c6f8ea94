/** One caught mail, as administrators see it: they may let it go. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { emailTexts } from '../../texts/email.ts';
import { CaughtMailView } from './caught-mail-view.tsx';
import { Release } from './release.tsx';

export function CaughtMailPage() {
  const texts = useTexts(emailTexts);
  const id = useParams({ strict: false, select: (names: { mail?: string }) => names.mail }) ?? '';
  const query = useQuery({
    queryKey: ['caught', 'one', id],
    queryFn: ({ signal }) => call('GET /api/console/caught-mails/{id}', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={query}>
      {({ mail, leavesBy }) => (
        <CaughtMailView
          mail={mail}
          base={`/api/console/caught-mails/${mail.id}`}
          back={<Link to="/console/catcher">{texts.allCaught}</Link>}
          actions={<Release mail={mail} leavesBy={leavesBy} />}
        />
      )}
    </QueryView>
  );
}
