/** The heading of a page, a sentence about it, and what can be done. Focus comes here on arrival. */
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import classes from './page-header.module.css';

type HeaderProps = {
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
};

export function PageHeader({ title, text, actions }: HeaderProps) {
  const texts = useTexts(commonTexts);
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title, texts.product]);
  return (
    <div className={classes['header']}>
      <div className={classes['words']}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {text === undefined ? null : (
          <Text size="sm" c="dimmed" mt={2} maw={720}>
            {text}
          </Text>
        )}
      </div>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </div>
  );
}
