/** Names and values in two columns; one below the other where it is narrow. */
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = { readonly name: string; readonly value: ReactNode };

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
