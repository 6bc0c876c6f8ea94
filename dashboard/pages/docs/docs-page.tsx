/** The documentation of this very installation: its address and the reader's test key stand in what is shown. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { NotFoundPage } from '../../app/not-found.tsx';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { docsTexts } from '../../texts/docs.ts';
import { type DocName, docNames, fillOwn, loadDoc } from './docs.ts';
import classes from './docs-page.module.css';
import { type Block, parseMarkdown, wordsOf } from './markdown.ts';
import { MarkdownView } from './markdown-view.tsx';

export function DocsPage() {
  const { doc = 'http' }: { readonly doc?: string } = useParams({ strict: false });
  const name = docNames.find((one) => one === doc);
  return name === undefined ? <NotFoundPage /> : <Doc name={name} />;
}

function Doc({ name }: { readonly name: DocName }) {
  const texts = useTexts(docsTexts);
  const { id } = useAccount();
  const blocks = useBlocks(name);
  return (
    <>
      <PageHeader title={texts[name]} text={texts.intro} />
      <div className={classes['columns']}>
        <nav aria-label={texts.pages} className={classes['pages']}>
          {docNames.map((one) => (
            <Link
              key={one}
              to={`/${id}/docs/${one}`}
              className={classes['entry'] ?? ''}
              data-active={one === name || undefined}
              aria-current={one === name ? 'page' : undefined}
            >
              {texts[one]}
            </Link>
          ))}
        </nav>
        <QueryView query={blocks}>
          {(shown) => <Article key={name} blocks={shown} accountId={id} />}
        </QueryView>
      </div>
    </>
  );
}

/** Read with the test key where there is one; without it the page says what every reader is told. */
function useBlocks(name: DocName) {
  const { id } = useAccount();
  return useQuery({
    queryKey: ['docs', id, name],
    queryFn: async () => {
      const [text, start] = await Promise.all([
        loadDoc(name),
        call('GET /api/accounts/{account}/start', { params: { account: id } }),
      ]);
      const own = { address: location.origin, testKey: start.testKey };
      return parseMarkdown(fillOwn(text, own));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type ArticleProps = { readonly blocks: readonly Block[]; readonly accountId: number };

/** In English, as the programs and the commands that it speaks of. */
function Article({ blocks, accountId }: ArticleProps) {
  const texts = useTexts(docsTexts);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  const addressOf = (link: string) => {
    const { file, anchor } = /^(?<file>\w+)\.md(?<anchor>#.*)?$/.exec(link)?.groups ?? {};
    const known = docNames.find((one) => one === file);
    return known === undefined ? undefined : `/${accountId}/docs/${known}${anchor ?? ''}`;
  };
  const sections = blocks.filter(({ kind }) => kind === 'heading').slice(1);
  return (
    <article lang="en" className={classes['article']}>
      {sections.length > 1 ? <Contents sections={sections} /> : null}
      <MarkdownView blocks={withoutTitle(blocks)} addressOf={addressOf} programLabel={texts.code} />
    </article>
  );
}

/** The page's header says it. */
function withoutTitle(blocks: readonly Block[]): readonly Block[] {
  const [first] = blocks;
  return first?.kind === 'heading' && first.level === 1 ? blocks.slice(1) : blocks;
}

function Contents({ sections }: { readonly sections: readonly Block[] }) {
  const texts = useTexts(docsTexts);
  return (
    <nav aria-label={texts.contents} className={classes['contents']}>
      {sections.map((section) =>
        section.kind === 'heading' ? (
          <a key={section.id} href={`#${section.id}`}>
            {wordsOf(section.of)}
          </a>
        ) : null,
      )}
    </nav>
  );
}
