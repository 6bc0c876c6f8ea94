/** A page with one thing to do, before anybody is signed in. */
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-page.module.css';

export function CardPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <main className={classes['ground']}>
      <div className={classes['card']}>
        <img src="/assets/favicon.svg" width="36" height="36" alt="" />
        <Title order={1} mt="sm" mb="md">
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
}
