/** A text in one line or two of a list; the pointer shows all of it. */
import type { CSSProperties } from 'react';
import classes from './excerpt.module.css';

type ExcerptProps = { readonly text: string; readonly lines?: 1 | 2 };

export function Excerpt({ text, lines = 1 }: ExcerptProps) {
  return (
    <span className={classes['excerpt']} title={text} style={{ '--lines': lines } as CSSProperties}>
      {text}
    </span>
  );
}
