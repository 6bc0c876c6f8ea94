/** Addresses that are to get no more mail, pasted or out of an export. */
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { suppressionTexts } from '../../texts/suppressions.ts';
import { fill } from '../../texts/texts.ts';
import { readAddresses } from './read-addresses.ts';

type AddProps = { readonly isOpen: boolean; readonly onClose: () => void };

type Outcome = Answer<'suppression add'>;

export function AddAddresses({ isOpen, onClose }: AddProps) {
  const texts = useTexts(suppressionTexts);
  const common = useTexts(commonTexts);
  const account = useAccount().id;
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const add = useAction((addresses: readonly string[]) =>
    actIn(account, 'suppression add', { addresses: [...addresses] }),
  );
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const addresses = readAddresses(text);
    if (addresses.length > 0) setOutcome(await add.run(addresses));
  };
  return (
    <FormModal isOpen={isOpen} onClose={onClose} title={texts.addAddresses}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Textarea
            label={texts.address}
            description={texts.addAddressesHint}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            rows={8}
            data-autofocus
          />
          {outcome === undefined ? null : <Told outcome={outcome} />}
          <FailureNote failure={add.failure} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.close}
            </Button>
            <Button type="submit" loading={add.isBusy}>
              {texts.addAddresses}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

function Told({ outcome: { added, standing, wrong } }: { readonly outcome: Outcome }) {
  const texts = useTexts(suppressionTexts);
  return (
    <Alert color={wrong.length === 0 ? 'green' : 'yellow'} role="status">
      {fill(texts.addedToList, { added, standing })}
      {wrong.length === 0 ? null : (
        <Text size="sm">{fill(texts.wrongLines, { lines: wrong.slice(0, 20).join(', ') })}</Text>
      )}
    </Alert>
  );
}
