/** Saves a file of the server's; why it could not is said beside the button. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { download } from '../api/download.ts';
import { FailureNote } from './failure-note.tsx';
import { Icon } from './icon.tsx';
import { useSubmit } from './submit.tsx';

type Props = {
  /** A function where it says what is to be saved as of now. */
  readonly path: string | (() => string);
  /** Under which it is saved. */
  readonly name: string;
  readonly size?: 'sm' | 'compact-sm';
  readonly children: ReactNode;
};

export function DownloadButton({ path, name, size = 'sm', children }: Props) {
  const { isBusy, failure, run } = useSubmit(() =>
    download(typeof path === 'string' ? path : path(), name),
  );
  return (
    <>
      <FailureNote failure={failure} />
      <Button
        size={size}
        variant="default"
        loading={isBusy}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => void run()}
      >
        {children}
      </Button>
    </>
  );
}
