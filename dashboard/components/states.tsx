/** The states of a page that has nothing to show: it waits, is empty, has failed, or is for others. */
import { Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { Icon, type IconName } from './icon.tsx';
import { sayFailure } from './say-failure.ts';
import classes from './states.module.css';

/** What loads faster than this never flickers. */
const skeletonAfterMs = 200;

export function Waiting({ rows = 5 }: { readonly rows?: number }) {
  const texts = useTexts(commonTexts);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return <Box mih={120} className={classes['waiting']} />;
  return (
    <Stack className={classes['waiting']} gap="sm" role="status" aria-label={texts.loading} py="sm">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={18} width={`${92 - ((row * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

type EmptyProps = {
  readonly icon: IconName;
  readonly title: string;
  /** What will be here, and how it comes here. */
  readonly text: string;
  /** The first thing to do. */
  readonly action?: ReactNode;
};

export function EmptyView({ icon, title, text, action }: EmptyProps) {
  return (
    <div className={classes['view']}>
      <span className={classes['mark']}>
        <Icon name={icon} size={22} />
      </span>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" maw={440}>
        {text}
      </Text>
      {action}
    </div>
  );
}

type FailedProps = {
  readonly failure: unknown;
  readonly retry?: (() => void) | undefined;
  /** The address of the page names what cannot be. */
  readonly isMistyped?: boolean;
};

/** Says what failed and under which request id; a role that may not is told so, without a retry. */
export function FailedView({ failure, retry, isMistyped = false }: FailedProps) {
  const texts = useTexts(commonTexts);
  const told = failure instanceof ApiFailure ? failure : undefined;
  const { what, fix, request } = sayFailure(failure, texts);
  const isRefused = told?.word === 'role does not allow it';
  const isNothing = isMistyped || told?.status === 404;
  const title = isRefused ? texts.refused : isNothing ? texts.notFound : texts.failed;
  return (
    <div className={classes['view']} role="alert">
      <span className={classes['mark']} data-bad={!isRefused || undefined}>
        <Icon name={isRefused ? 'shield' : 'warning'} size={22} />
      </span>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" maw={440}>
        {isMistyped ? texts.notFoundHint : `${what} ${fix}`}
      </Text>
      <Group gap="sm">
        {told?.mayRetry !== false && retry !== undefined ? (
          <Button variant="default" onClick={retry} leftSection={<Icon name="refresh" size={16} />}>
            {texts.retry}
          </Button>
        ) : null}
      </Group>
      {request === '' ? null : (
        <Text size="xs" c="dimmed" ff="monospace">
          {request}
        </Text>
      )}
    </div>
  );
}
