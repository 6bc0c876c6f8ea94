/** Saves the rows of a list as a CSV table: all that its filters choose, also those that the page has not shown yet. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { saveText } from '../api/download.ts';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { listTexts } from '../texts/lists.ts';
import { countText } from '../texts/texts.ts';
import { tableOfRows } from './csv-rows.ts';
import { FailureNote } from './failure-note.tsx';
import { Icon } from './icon.tsx';
import { useSubmit } from './submit.tsx';

/** Not all: there are more than are saved at once. */
export type ReadAll = () => Promise<{ readonly rows: readonly unknown[]; readonly isAll: boolean }>;

/** `name`: of the file, without its ending. */
export function SaveRows({ name, readAll }: { readonly name: string; readonly readAll: ReadAll }) {
  const texts = useTexts(listTexts);
  const { language } = useLanguage();
  const [cutAt, setCutAt] = useState<number>();
  const { isBusy, failure, run } = useSubmit(async () => {
    const { rows, isAll } = await readAll();
    saveText(tableOfRows(rows), `${name}.csv`, 'text/csv');
    setCutAt(isAll ? undefined : rows.length);
  });
  return (
    <>
      <FailureNote failure={failure} />
      <Text span size="xs" c="dimmed" role="status">
        {cutAt === undefined ? '' : countText(texts.savedFirst, cutAt, language)}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={isBusy}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => void run()}
      >
        {texts.export}
      </Button>
    </>
  );
}
