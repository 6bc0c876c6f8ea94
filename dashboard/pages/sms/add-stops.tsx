/** Phones for the opt-out list, pasted or out of a file, sent in portions. */
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { TableFileButton } from '../../components/table-file-button.tsx';
import { stopTexts } from '../../texts/replies.ts';
import { countText } from '../../texts/texts.ts';
import { inPortions, phonesIn } from './phone-lines.ts';

type AddProps = { readonly isOpen: boolean; readonly onClose: () => void };

export function AddStops({ isOpen, onClose }: AddProps) {
  const texts = useTexts(stopTexts);
  const { id: account } = useAccount();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    setOutcome(await addPhones(account, phonesIn(text)));
    setText('');
  });
  return (
    <FormModal isOpen={isOpen} onClose={onClose} title={texts.add}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Textarea
            label={texts.phone}
            description={texts.addHint}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            rows={6}
            data-autofocus
          />
          {outcome === undefined ? null : <Told outcome={outcome} />}
          <FailureNote failure={failure} />
          <Group justify="space-between" gap="xs">
            <TableFileButton onFile={(file) => void file.text().then(setText)} />
            <Button type="submit" loading={isBusy} disabled={phonesIn(text).length === 0}>
              {texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

type Outcome = { readonly added: number; readonly wrong: readonly string[] };

/** Those that were on the list before count as added. */
async function addPhones(account: number, phones: readonly string[]): Promise<Outcome> {
  let [added, wrong]: [number, readonly string[]] = [0, []];
  for (const portion of inPortions(phones)) {
    const reply = await actIn(account, 'stop add', { phones: [...portion] });
    added += reply.added + reply.standing;
    wrong = [...wrong, ...reply.wrong];
  }
  return { added, wrong };
}

function Told({ outcome: { added, wrong } }: { readonly outcome: Outcome }) {
  const texts = useTexts(stopTexts);
  const { language } = useLanguage();
  const examples = wrong.slice(0, 5).join(', ');
  return (
    <Alert color="ink" role="status">
      <Text size="sm">{countText(texts.added, added, language)}</Text>
      {wrong.length === 0 ? null : (
        <Text size="sm">{`${countText(texts.wrong, wrong.length, language)} (${examples})`}</Text>
      )}
    </Alert>
  );
}
