/** The files that go with an email: chosen, weighed and removed. */
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { readBase64 } from '../../components/read-base64.ts';
import { composeTexts } from '../../texts/compose.ts';
import { fill } from '../../texts/texts.ts';
import { type DraftFile, faultOfFile } from './email-draft.ts';

type EmailFilesProps = {
  readonly files: readonly DraftFile[];
  readonly change: (files: readonly DraftFile[]) => void;
};

export function EmailFiles({ files, change }: EmailFilesProps) {
  const texts = useTexts(composeTexts);
  const [fault, setFault] = useState<string>();
  const attach = async (chosen: readonly File[]) => {
    setFault(undefined);
    let attached = files;
    for (const file of chosen) {
      const wrong = faultOfFile(file, attached.length);
      const read = wrong === undefined ? await readFile(file) : undefined;
      if (read === undefined) setFault(fill(texts[wrong ?? 'unreadable'], { name: file.name }));
      else attached = [...attached, read];
    }
    change(attached);
  };
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {texts.files}
      </Text>
      {files.map((file) => (
        <FileLine
          key={file.filename + file.base64Content.length}
          file={file}
          remove={() => change(files.filter((each) => each !== file))}
        />
      ))}
      <Group gap="xs">
        <FileButton onChange={(chosen) => void attach(chosen)} multiple>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="upload" size={14} />}
            >
              {texts.attach}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {texts.filesHint}
        </Text>
      </Group>
      {fault === undefined ? null : (
        <Text size="sm" c="var(--parley-bad)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

function FileLine({ file, remove }: { readonly file: DraftFile; readonly remove: () => void }) {
  const texts = useTexts(composeTexts);
  const { language } = useLanguage();
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" truncate>
        {file.filename}
      </Text>
      <Text size="xs" c="dimmed">
        {formatBytes(file.bytes, language)}
      </Text>
      <IconButton
        label={fill(texts.removeFile, { name: file.filename })}
        icon="trash"
        onClick={remove}
      />
    </Group>
  );
}

/** Undefined: it is gone, or not ours to read. */
async function readFile(file: File): Promise<DraftFile | undefined> {
  const contentType = file.type || 'application/octet-stream';
  try {
    const base64Content = await readBase64(file);
    return { filename: file.name, contentType, bytes: file.size, base64Content };
  } catch {
    return undefined;
  }
}
