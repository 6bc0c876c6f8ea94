/** Takes a phone off the opt-out list for somebody who asked for it: the question, and how they asked. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatPhone } from '../../components/format.ts';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { stopTexts } from '../../texts/replies.ts';
import { fill } from '../../texts/texts.ts';

type AllowProps = {
  readonly phone: string;
  /** The phone is off the list. */
  readonly onAllowed?: () => void;
};

export function AllowAgain({ phone, onAllowed }: AllowProps) {
  const texts = useTexts(stopTexts);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {texts.allow}
      </Button>
      <FormModal
        isOpen={isOpen}
        title={fill(texts.allowTitle, { phone: formatPhone(phone) })}
        onClose={close}
      >
        <AllowForm
          phone={phone}
          close={close}
          onAllowed={() => {
            close();
            onAllowed?.();
          }}
        />
      </FormModal>
    </>
  );
}

type FormProps = Required<AllowProps> & { readonly close: () => void };

function AllowForm({ phone, close, onAllowed }: FormProps) {
  const texts = useTexts(stopTexts);
  const common = useTexts(commonTexts);
  const { id: account } = useAccount();
  const [reason, setReason] = useState('');
  const { isBusy, failure, submit } = useSubmit(async () => {
    await actIn(account, 'stop remove', { phone, reason });
    onAllowed();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.allowEffect}</Text>
        <TextInput
          label={texts.reason}
          description={texts.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          minLength={3}
          maxLength={300}
          required
          data-autofocus
        />
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={reason.trim().length < 3}>
            {texts.allow}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
