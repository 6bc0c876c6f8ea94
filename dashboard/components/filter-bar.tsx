/** The filters above a list, in a row that wraps. */
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

export function FilterBar({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
      {children}
    </Group>
  );
}
