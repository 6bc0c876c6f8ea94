/** Panels of plots: beside each other on a wide screen. */
import type { ReactNode } from 'react';
import classes from './plots.module.css';

export function Plots({ children }: { readonly children: ReactNode }) {
  return <div className={classes['plots']}>{children}</div>;
}
