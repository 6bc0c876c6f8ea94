/** Below which balance the account hears of it by mail. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actIn, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { alertTexts } from '../../texts/alerts.ts';
import { commonTexts } from '../../texts/common.ts';

/** What is wrong with the balance itself is said by the panel above. */
export function AlertPanel() {
  const { id: account, may } = useAccount();
  const { data } = useQuery({
    queryKey: ['balance show', account],
    queryFn: () => askIn(account, 'balance show', {}),
  });
  if (data === undefined || !may.includes('manage balance')) return null;
  return <AlertForm level={data.alertLevel ?? ''} />;
}

function AlertForm({ level: standing }: { readonly level: string }) {
  const texts = useTexts(alertTexts);
  const common = useTexts(commonTexts);
  const { saved } = useTexts(accountTexts);
  const { id: account, currency } = useAccount();
  const [level, setLevel] = useState(standing);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, submit } = useSubmit(async () => {
    setSaved(false);
    const written = level.trim().replace(',', '.');
    await actIn(account, 'balance alert', { level: written === '' ? null : written });
    setSaved(true);
  });
  return (
    <Panel title={texts.alert}>
      <form onSubmit={submit}>
        <Stack gap="md" maw={480}>
          <TextInput
            label={`${texts.level} (${currency})`}
            description={texts.levelHint}
            inputMode="decimal"
            maxLength={20}
            value={level}
            onChange={(event) => setLevel(event.currentTarget.value)}
          />
          <FailureNote failure={failure} />
          {isSaved ? (
            <Alert color="green" role="status">
              {saved}
            </Alert>
          ) : null}
          <Group>
            <Button type="submit" loading={isBusy}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
