/** Sends an email once more: to those whom it did not reach, or to all of them. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import type { Mail } from './mail-state.tsx';

type ResendProps = { readonly email: number; readonly mails: readonly Mail[] };

export function Resend({ email, mails }: ResendProps) {
  const texts = useTexts(emailTexts);
  const [key, setKey] = useState<string>();
  const close = () => setKey(undefined);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="refresh" size={16} />}
        // One key for each time that it is asked: a second click sends nothing more.
        onClick={() => setKey(`resend-${email}-${Date.now()}`)}
      >
        {texts.resend}
      </Button>
      <FormModal isOpen={key !== undefined} title={texts.resendTitle} onClose={close}>
        <Question email={email} mails={mails} idempotencyKey={key ?? ''} onClose={close} />
      </FormModal>
    </>
  );
}

type QuestionProps = ResendProps & {
  readonly idempotencyKey: string;
  readonly onClose: () => void;
};

type Whom = 'failed' | 'all';

function Question({ email, mails, idempotencyKey, onClose }: QuestionProps) {
  const texts = useTexts(emailTexts);
  const common = useTexts(commonTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const navigate = useNavigate();
  const failed = mails.filter(hasFailed).length;
  const [to, setTo] = useState<Whom>(failed > 0 ? 'failed' : 'all');
  const { isBusy, failure, submit } = useSubmit(async () => {
    const sent = await actIn(account, 'mail resend', { email, whom: to, key: idempotencyKey });
    onClose();
    await navigate({ to: `/${account}/email/messages/${sent.email}` });
  });
  const mayChoose = failed > 0 && failed < mails.length;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.resendEffect}</Text>
        {mayChoose ? (
          <Radio.Group
            label={texts.resendTo}
            value={to}
            onChange={(value) => setTo(value === 'all' ? 'all' : 'failed')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="failed" label={countText(texts.resendFailed, failed, language)} />
              <Radio value="all" label={countText(texts.resendAll, mails.length, language)} />
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm">{countText(texts.resendAll, mails.length, language)}</Text>
        )}
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.resend}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** As the server counts them. */
function hasFailed({ state }: Mail): boolean {
  return state === 'bounced' || state === 'failed' || state === 'suppressed';
}
