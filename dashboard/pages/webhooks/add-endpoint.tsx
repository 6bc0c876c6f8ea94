/** A URL that gets a copy of events; its secret is shown once. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { atFields } from '../../components/at-fields.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Code } from '../../components/shown.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { KindChoice } from './kind-choice.tsx';

type ModalProps = { readonly isOpen: boolean; readonly onClose: () => void };

export function AddEndpoint({ isOpen, onClose }: ModalProps) {
  const texts = useTexts(webhookTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.addTitle} onClose={onClose}>
      <Form onClose={onClose} />
    </FormModal>
  );
}

function Form({ onClose }: Pick<ModalProps, 'onClose'>) {
  const texts = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [made, setMade] = useState<{ readonly id: number; readonly secret: string }>();
  const add = useAction(() => actIn(account, 'endpoint add', { url, events }));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const added = await add.run();
    if (added !== undefined) setMade({ id: added.endpoint.id, secret: added.secret });
  };
  if (made !== undefined) {
    return (
      <Secret
        secret={made.secret}
        onClose={() => {
          onClose();
          void navigate({ to: `/${account}/webhooks/${made.id}` });
        }}
      />
    );
  }
  const { errorOf, others } = atFields(add.failure, ['url', 'events']);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.url}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={errorOf('url')}
          type="url"
          inputMode="url"
          required
          data-autofocus
        />
        <KindChoice kinds={events} onChange={setEvents} error={errorOf('events')} />
        <FailureNote failure={others} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={add.isBusy}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function Secret({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  const texts = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  return (
    <Stack gap="md">
      <Text size="sm">{texts.secretOnce}</Text>
      <Group gap="xs" wrap="nowrap">
        <Code>{secret}</Code>
        <CopyButton text={secret} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {common.close}
        </Button>
      </Group>
    </Stack>
  );
}
