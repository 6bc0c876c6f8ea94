/** The documentation of this very installation: its address and the reader's test key stand in what is shown. */
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { askIn } from '../../api/operate.ts';
import { NotFoundPage } from '../../app/not-found.tsx';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { commonTexts } from '../../texts/common.ts';
import { docsTexts } from '../../texts/docs.ts';
import type { Language } from '../../texts/texts.ts';
import { Article, type Filled } from './article.tsx';
import { useDocLanguage, useKept } from './doc-language.ts';
import { type DocName, docNames, languagesOf, loadDoc } from './docs.ts';
import classes from './docs-page.module.css';

export function DocsPage() {
  const { doc = docNames[0] }: { readonly doc?: string } = useParams({ strict: false });
  const name = docNames.find((one) => one === doc);
  return name === undefined ? <NotFoundPage /> : <DocView name={name} />;
}

type NameProps = { readonly name: DocName };

function DocView({ name }: NameProps) {
  const texts = useTexts(docsTexts);
  const doc = useDoc(name);
  return (
    <>
      <PageHeader
        title={texts[name]}
        text={texts.intro}
        actions={languagesOf(name).length > 1 ? <LanguageSwitch /> : undefined}
      />
      <div className={classes['columns']}>
        <Pages name={name} />
        <QueryView query={doc}>{(filled) => <Article key={name} {...filled} />}</QueryView>
      </div>
    </>
  );
}

function LanguageSwitch() {
  const texts = useTexts(docsTexts);
  const common = useTexts(commonTexts);
  const [language, choose] = useDocLanguage();
  return (
    <SegmentedControl<Language>
      size="xs"
      aria-label={texts.language}
      value={language}
      onChange={choose}
      data={[
        { value: 'en', label: common.english },
        { value: 'fr', label: common.french },
      ]}
    />
  );
}

function Pages({ name }: NameProps) {
  const texts = useTexts(docsTexts);
  const { id } = useAccount();
  const search = useKept();
  return (
    <nav aria-label={texts.pages} className={classes['pages']}>
      {docNames.map((one) => (
        <Link
          key={one}
          to={`/${id}/docs/${one}`}
          search={search}
          className={classes['entry'] ?? ''}
          data-active={one === name || undefined}
          aria-current={one === name ? 'page' : undefined}
        >
          {texts[one]}
        </Link>
      ))}
    </nav>
  );
}

/** Read with the test key where there is one; without it the page says what every reader is told. */
function useDoc(name: DocName) {
  const { id: account, currency } = useAccount();
  const seesPrices = useMay('read balance');
  const [language] = useDocLanguage();
  return useQuery({
    queryKey: ['docs', account, name, language],
    queryFn: async (): Promise<Filled> => {
      const [{ testKey, numbers }, prices] = await Promise.all([
        askIn(account, 'home start', {}),
        seesPrices ? askIn(account, 'account prices', {}) : undefined,
      ]);
      const address = location.origin;
      // What is only announced prices nothing yet.
      const inForce = (prices?.sms ?? []).flatMap(({ prefix, price }) =>
        price === null ? [] : [{ prefix, price }],
      );
      const own = { address, account, testKey, numbers, prices: inForce, currency };
      return { doc: await loadDoc(name, language, own), own };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
