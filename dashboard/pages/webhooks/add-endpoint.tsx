/** A URL that gets a copy of events; its secret is shown once. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Code } from '../../components/shown.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { KindChoice } from './kind-choice.tsx';

type ModalProps = { readonly isOpen: boolean; readonly onClose: () => void };

export function AddEndpoint({ isOpen, onClose }: ModalProps) {
  const texts = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.addTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Form onClose={onClose} />
    </Modal>
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
  const wrongAt = (field: string) =>
    add.failure instanceof ApiFailure
      ? add.failure.fields.find((problem) => problem.field === field)?.message
      : undefined;
  const isElsewhere = wrongAt('url') === undefined && wrongAt('events') === undefined;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.url}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={wrongAt('url')}
          type="url"
          inputMode="url"
          required
          data-autofocus
        />
        <KindChoice kinds={events} onChange={setEvents} error={wrongAt('events')} />
        {isElsewhere ? <FailureNote failure={add.failure} /> : null}
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
