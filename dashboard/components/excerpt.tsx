/** A text in one line of a list, or a few; the pointer shows all of it. */
import type { CSSProperties } from 'react';
import classes from './excerpt.module.css';

type ExcerptProps = {
  readonly text: string;
  readonly lines?: 1 | 2 | 3;
  /** Shown behind the text where the pointer stands: what it says in other words. */
  readonly more?: string;
};

export function Excerpt({ text, lines = 1, more }: ExcerptProps) {
  const title = more === undefined ? text : `${text}\n${more}`;
  return (
    <span
      data-excerpt={lines > 1 ? 'lines' : ''}
      className={classes['excerpt']}
      title={title}
      style={{ '--lines': lines } as CSSProperties}
    >
      {text}
    </span>
  );
}
