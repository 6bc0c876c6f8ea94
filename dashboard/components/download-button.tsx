/** Saves a file of the server's; why it could not is said beside the button. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { download } from '../api/download.ts';
import { useTexts } from '../app/use-texts.tsx';
import { listTexts } from '../texts/lists.ts';
import { FailureNote } from './failure-note.tsx';
import { Icon } from './icon.tsx';
import { useSubmit } from './submit.tsx';

type Shown = { readonly size?: 'sm' | 'compact-sm'; readonly children: ReactNode };

type File = {
  /** A function where it says what is to be saved as of now. */
  readonly path: string | (() => string);
  /** Under which it is saved. */
  readonly name: string;
};

export function DownloadButton({ path, name, ...shown }: File & Shown) {
  const save = () => download(typeof path === 'string' ? path : path(), name);
  return <SaveButton {...shown} save={save} />;
}

/** All rows that the filters of a list choose. `name`: of the file, without its ending. */
export function ExportTable({ name, ...given }: File & Pick<Shown, 'size'>) {
  const texts = useTexts(listTexts);
  return (
    <DownloadButton {...given} name={`${name}.csv`}>
      {texts.export}
    </DownloadButton>
  );
}

type SaveProps = Shown & { readonly save: () => Promise<unknown> };

/** Of a file that is not the server's, such as one out of an answer. */
export function SaveButton({ save, size = 'sm', children }: SaveProps) {
  const { isBusy, failure, run } = useSubmit(save);
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
