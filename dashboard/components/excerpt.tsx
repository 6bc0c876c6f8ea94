/** A text in one line of a list; the pointer shows all of it. */
import classes from './excerpt.module.css';

export function Excerpt({ text }: { readonly text: string }) {
  return (
    <span className={classes['excerpt']} title={text}>
      {text}
    </span>
  );
}
