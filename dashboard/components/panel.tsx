/** A raised part of a page with a heading of its own. */
import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

type PanelProps = {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Its content reaches its edges, as a table does. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
};

export function Panel({ title, actions, isFlush = false, children }: PanelProps) {
  return (
    <section className={classes['panel']}>
      {title === undefined && actions === undefined ? null : (
        <div className={classes['head']}>
          {title === undefined ? <span /> : <Title order={2}>{title}</Title>}
          {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
        </div>
      )}
      <div className={isFlush ? undefined : classes['body']}>{children}</div>
    </section>
  );
}
