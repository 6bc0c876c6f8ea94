/** A page of the documentation as it is read, with examples that run. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { docsTexts } from '../../texts/docs.ts';
import classes from './article.module.css';
import { readCurl } from './curl.ts';
import { useDocLanguage, useKept } from './doc-language.ts';
import { type Doc, docNames, findSection } from './docs.ts';
import { type Block, type Program, wordsOf } from './markdown.ts';
import { MarkdownView, type Place } from './markdown-view.tsx';
import type { Own } from './own.ts';
import { type Answer, RunExample } from './run-example.tsx';

export type Filled = { readonly doc: Doc; readonly own: Own };

export function Article({ doc, own }: Filled) {
  const texts = useTexts(docsTexts);
  const [wanted] = useDocLanguage();
  useSection(doc);
  const placeOf = usePlaceOf();
  const { blocks, learn } = useLearned(doc.blocks);
  const sections = blocks.filter(({ kind }) => kind === 'heading').slice(1);
  return (
    <div className={classes['article']}>
      {doc.language === wanted ? null : <p className={classes['note']}>{texts.englishOnly}</p>}
      <article lang={doc.language}>
        {sections.length > 1 ? <Contents sections={sections} /> : null}
        <MarkdownView
          blocks={withoutTitle(blocks)}
          placeOf={placeOf}
          programLabel={texts.code}
          belowProgram={(program) => <Run program={program} own={own} onAnswer={learn} />}
        />
      </article>
    </div>
  );
}

function usePlaceOf(): (link: string) => Place | undefined {
  const { id } = useAccount();
  const search = useKept();
  return (link) => {
    const { file, hash } =
      /^(?:\.\.\/)?(?<file>\w+)\.md(?:#(?<hash>.*))?$/.exec(link)?.groups ?? {};
    const known = docNames.find((one) => one === file);
    if (known === undefined) return undefined;
    return { to: `/${id}/docs/${known}`, search, ...(hash === undefined ? {} : { hash }) };
  };
}

type RunProps = {
  readonly program: Program;
  readonly own: Own;
  readonly onAnswer: (answer: Answer) => void;
};

/** Only what is asked with the test key, so that no reader sends to anybody by a click. */
function Run({ program, own, onAnswer }: RunProps) {
  const hasKey = own.testKey !== null && program.text.includes(own.testKey);
  const request = hasKey ? readCurl(program.text, own.address) : undefined;
  return request === undefined ? null : <RunExample request={request} onAnswer={onAnswer} />;
}

/** Examples that ask about a message ask about the one that the reader has just sent from here. */
function useLearned(blocks: readonly Block[]) {
  const [message, setMessage] = useState<string>();
  const learn = ({ text }: Answer) => {
    const sent = /"message_id": (?<id>\d+)/.exec(text)?.groups?.['id'];
    if (sent !== undefined && text.includes('"nb_sms"')) setMessage(sent);
  };
  return { blocks: message === undefined ? blocks : blocks.map(aboutMessage(message)), learn };
}

function aboutMessage(id: string): (block: Block) => Block {
  return (block) => {
    if (block.kind !== 'programs') return block;
    const programs = block.programs.map(({ language, text }) => ({
      language,
      text: text.replace(/(?<=[?&]messageId=)1\b/, id),
    }));
    return { kind: 'programs', programs };
  };
}

/** Goes to the section that the address names, in whichever language it does. */
function useSection(doc: Doc): void {
  const { hash } = useLocation();
  useEffect(() => {
    const section = hash === '' ? undefined : findSection(doc, decodeURIComponent(hash));
    if (section !== undefined) document.getElementById(section)?.scrollIntoView();
  }, [doc, hash]);
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
