/** One caught mail, as administrators see it: they may let it go. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask, tablePath } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { emailTexts } from '../../texts/email.ts';
import { CaughtMailView, type CaughtPaths } from './caught-mail-view.tsx';
import { Release } from './release.tsx';

export function CaughtMailPage() {
  const texts = useTexts(emailTexts);
  const id = useParams({ strict: false, select: (names: { mail?: string }) => names.mail }) ?? '';
  const query = useQuery({
    queryKey: ['simulator mails show', id],
    queryFn: ({ signal }) => ask('simulator mails show', { caught: Number(id) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={query}>
      {({ mail, leavesBy }) => (
        <CaughtMailView
          mail={mail}
          paths={pathsOf(mail.id)}
          back={<Link to="/console/catcher">{texts.allCaught}</Link>}
          actions={<Release mail={mail} leavesBy={leavesBy} />}
        />
      )}
    </QueryView>
  );
}

function pathsOf(caught: number): CaughtPaths {
  return {
    html: tablePath(undefined, 'simulator mails html', { caught }),
    source: tablePath(undefined, 'simulator mails source', { caught }),
    fileAt: (place) => tablePath(undefined, 'simulator mails attachment', { caught, place }),
  };
}
