/** A line of figures, each large under its small name: what something comes to. */
import type { ReactNode } from 'react';
import classes from './figures.module.css';

type Figure = { readonly name: string; readonly value: ReactNode };

export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <div className={classes['figures']}>
      {figures.map(({ name, value }) => (
        <div key={name} className={classes['figure']}>
          <small>{name}</small>
          {value}
        </div>
      ))}
    </div>
  );
}
