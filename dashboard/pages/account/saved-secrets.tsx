/** Says that settings are saved, with the secrets that they got: shown this once. */
import { Alert, Group } from '@mantine/core';
import { useTexts } from '../../app/use-texts.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Code } from '../../components/shown.tsx';
import { accountTexts } from '../../texts/account.ts';

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
