/** Says that settings are saved, with the secrets that they got: shown this once. */
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../app/use-texts.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Code } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';

/** `save` answers the secrets that the settings got. */
export function useSaving(save: () => Promise<readonly (string | undefined)[]>) {
  const [secrets, setSecrets] = useState<readonly string[]>();
  const sent = useSubmit(async () => {
    setSecrets(undefined);
    setSecrets((await save()).filter((one) => one !== undefined));
  });
  return { ...sent, secrets };
}

type FootProps = Pick<ReturnType<typeof useSaving>, 'secrets' | 'failure' | 'isBusy'>;

export function SaveFoot({ secrets, failure, isBusy }: FootProps) {
  const common = useTexts(commonTexts);
  return (
    <>
      <FailureNote failure={failure} />
      {secrets === undefined ? null : <Saved secrets={secrets} />}
      <Group>
        <Button type="submit" loading={isBusy}>
          {common.save}
        </Button>
      </Group>
    </>
  );
}

export function Saved({ secrets }: { readonly secrets: readonly string[] }) {
  const texts = useTexts(accountTexts);
  return (
    <Alert color="green" role="status">
      {secrets.length === 0 ? texts.saved : texts.secretOnce}
      {secrets.map((secret) => (
        <Group key={secret} gap="xs">
          <Code>{secret}</Code>
          <CopyButton text={secret} />
        </Group>
      ))}
    </Alert>
  );
}
