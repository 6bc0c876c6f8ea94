/** Blocks of Markdown as elements: no text of a page ever becomes markup. */

import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { CodeBlock, CodeTabs } from '../../components/code-tabs.tsx';
import type { Block, Inline, Program } from './markdown.ts';
import { wordsOf } from './markdown.ts';
import classes from './markdown-view.module.css';

export type Place = {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly hash?: string;
};

type ViewProps = {
  readonly blocks: readonly Block[];
  /** Where the page of a file of docs/ is; undefined: it is not shown here. */
  readonly placeOf: (link: string) => Place | undefined;
  /** What the tabs of a program in several languages are called. */
  readonly programLabel: string;
  /** What stands below a program; of one in several languages the first is asked about. */
  readonly belowProgram: (program: Program) => ReactNode;
};

export function MarkdownView({ blocks, ...rest }: ViewProps) {
  return (
    <div className={classes['page']}>
      <Each of={blocks} show={(block) => <BlockView block={block} {...rest} />} />
    </div>
  );
}

type EachProps<One> = { readonly of: readonly One[]; readonly show: (one: One) => ReactNode };

function Each<One>({ of, show }: EachProps<One>) {
  return of.map((one, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change places
    <Fragment key={at}>{show(one)}</Fragment>
  ));
}

type BlockProps = Omit<ViewProps, 'blocks'> & { readonly block: Block };

function BlockView({ block, placeOf, programLabel, belowProgram }: BlockProps) {
  const show = (parts: readonly Inline[]) => <Line parts={parts} placeOf={placeOf} />;
  if (block.kind === 'heading') {
    return <Heading level={block.level} id={block.id} name={show(block.of)} />;
  }
  if (block.kind === 'paragraph') return <p>{show(block.of)}</p>;
  if (block.kind === 'list') {
    return <List isOrdered={block.isOrdered} items={block.items.map(show)} />;
  }
  if (block.kind === 'programs') {
    const [first] = block.programs;
    return (
      <div>
        <Programs programs={block.programs} label={programLabel} />
        {first === undefined ? null : belowProgram(first)}
      </div>
    );
  }
  return (
    <Table
      label={block.head.map(wordsOf).join(', ')}
      head={block.head.map(show)}
      rows={block.rows.map((row) => row.map(show))}
    />
  );
}

type LineProps = Pick<ViewProps, 'placeOf'> & { readonly parts: readonly Inline[] };

function Line({ parts, placeOf }: LineProps) {
  return <Each of={parts} show={(part) => <Piece part={part} placeOf={placeOf} />} />;
}

type PieceProps = Pick<ViewProps, 'placeOf'> & { readonly part: Inline };

function Piece({ part, placeOf }: PieceProps) {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'strong') return <strong>{part.text}</strong>;
  if (part.kind === 'code') return <code>{part.text}</code>;
  return (
    <LinkTo to={part.to} placeOf={placeOf}>
      <Line parts={part.of} placeOf={placeOf} />
    </LinkTo>
  );
}

type LinkProps = Pick<ViewProps, 'placeOf'> & { readonly to: string; readonly children: ReactNode };

function LinkTo({ to, placeOf, children }: LinkProps) {
  if (to.startsWith('https://')) {
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  if (to.startsWith('#')) return <a href={to}>{children}</a>;
  const place = placeOf(to);
  // A file of the source, which the server does not hand out.
  return place === undefined ? <span>{children}</span> : <Link {...place}>{children}</Link>;
}

function Heading({
  level,
  id,
  name,
}: {
  readonly level: number;
  readonly id: string;
  readonly name: ReactNode;
}) {
  const Tag = level <= 2 ? 'h2' : 'h3';
  return (
    <Tag id={id}>
      <a href={`#${id}`}>{name}</a>
    </Tag>
  );
}

function List({
  isOrdered,
  items,
}: {
  readonly isOrdered: boolean;
  readonly items: readonly ReactNode[];
}) {
  const Tag = isOrdered ? 'ol' : 'ul';
  return (
    <Tag>
      <Each of={items} show={(item) => <li>{item}</li>} />
    </Tag>
  );
}

type TableProps = {
  readonly label: string;
  readonly head: readonly ReactNode[];
  readonly rows: readonly (readonly ReactNode[])[];
};

function Table({ label, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes['table']} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <Each of={head} show={(cell) => <th scope="col">{cell}</th>} />
          </tr>
        </thead>
        <tbody>
          <Each
            of={rows}
            show={(row) => (
              <tr>
                <Each of={row} show={(cell) => <td>{cell}</td>} />
              </tr>
            )}
          />
        </tbody>
      </table>
    </section>
  );
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'curl',
  php: 'PHP',
  js: 'Node',
  python: 'Python',
  go: 'Go',
};

type ProgramsProps = { readonly programs: readonly Program[]; readonly label: string };

function Programs({ programs, label }: ProgramsProps) {
  const [only] = programs;
  if (programs.length === 1 && only !== undefined) {
    return <CodeBlock code={only.text} label={label} />;
  }
  const snippets = programs.map(({ language, text }) => ({
    name: languageNames[language] ?? language,
    code: text,
  }));
  return <CodeTabs snippets={snippets} label={label} />;
}
