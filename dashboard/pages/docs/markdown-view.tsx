/** Blocks of Markdown as elements: no text of a page ever becomes markup. */

import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { CodeBlock, CodeTabs } from '../../components/code-tabs.tsx';
import type { Block, Inline } from './markdown.ts';
import { wordsOf } from './markdown.ts';
import classes from './markdown-view.module.css';

type ViewProps = {
  readonly blocks: readonly Block[];
  /** Where the page of a file of docs/ is, with its anchor; undefined: it is not shown here. */
  readonly addressOf: (link: string) => string | undefined;
  /** What the tabs of a program in several languages are called. */
  readonly programLabel: string;
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

function BlockView({ block, addressOf, programLabel }: BlockProps) {
  const show = (parts: readonly Inline[]) => <Line parts={parts} addressOf={addressOf} />;
  if (block.kind === 'heading') {
    return <Heading level={block.level} id={block.id} name={show(block.of)} />;
  }
  if (block.kind === 'paragraph') return <p>{show(block.of)}</p>;
  if (block.kind === 'list') {
    return <List isOrdered={block.isOrdered} items={block.items.map(show)} />;
  }
  if (block.kind === 'programs') return <Programs programs={block.programs} label={programLabel} />;
  return (
    <Table
      label={block.head.map(wordsOf).join(', ')}
      head={block.head.map(show)}
      rows={block.rows.map((row) => row.map(show))}
    />
  );
}

type LineProps = Pick<ViewProps, 'addressOf'> & { readonly parts: readonly Inline[] };

function Line({ parts, addressOf }: LineProps) {
  return <Each of={parts} show={(part) => <Piece part={part} addressOf={addressOf} />} />;
}

type PieceProps = Pick<ViewProps, 'addressOf'> & { readonly part: Inline };

function Piece({ part, addressOf }: PieceProps) {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') return <code>{part.text}</code>;
  return (
    <LinkTo to={part.to} addressOf={addressOf}>
      <Line parts={part.of} addressOf={addressOf} />
    </LinkTo>
  );
}

type LinkProps = Pick<ViewProps, 'addressOf'> & {
  readonly to: string;
  readonly children: ReactNode;
};

function LinkTo({ to, addressOf, children }: LinkProps) {
  if (to.startsWith('https://')) {
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  if (to.startsWith('#')) return <a href={to}>{children}</a>;
  const address = addressOf(to);
  // A file of the source, which the server does not hand out.
  if (address === undefined) return <span>{children}</span>;
  const [path = '', hash] = address.split('#');
  return (
    <Link to={path} {...(hash === undefined ? {} : { hash })}>
      {children}
    </Link>
  );
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

type ProgramsProps = {
  readonly programs: readonly { readonly language: string; readonly text: string }[];
  readonly label: string;
};

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
