/** Chooses a table or a list on the reader's machine. */
import { Button, FileButton } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { listTexts } from '../texts/lists.ts';
import { Icon } from './icon.tsx';

export function TableFileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const texts = useTexts(listTexts);
  return (
    <FileButton
      accept="text/csv,text/plain,.csv"
      onChange={(file) => {
        if (file !== null) onFile(file);
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
          {texts.chooseFile}
        </Button>
      )}
    </FileButton>
  );
}
