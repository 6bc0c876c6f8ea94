/** Lets a caught mail go, after saying to whom and by which way. */
import { Alert, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Icon } from '../../components/icon.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { releaseTexts } from '../../texts/release.ts';
import { countText } from '../../texts/texts.ts';

type Released = Answer<'simulator mails release'>['released'];

type ReleaseProps = {
  readonly mail: { readonly id: number; readonly recipients: readonly string[] };
  readonly leavesBy: 'relay' | 'direct' | null;
};

export function Release({ mail, leavesBy }: ReleaseProps) {
  const texts = useTexts(releaseTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label={texts.noWayOut} disabled={leavesBy !== null} multiline maw={320}>
        <Button
          leftSection={<Icon name="send" size={16} />}
          // A disabled button has no tip, and a keyboard would not find it.
          data-disabled={leavesBy === null}
          aria-disabled={leavesBy === null}
          onClick={() => setOpen(leavesBy !== null)}
        >
          {texts.release}
        </Button>
      </Tooltip>
      <FormModal isOpen={isOpen} title={texts.releaseTitle} onClose={() => setOpen(false)}>
        <Question mail={mail} leavesBy={leavesBy} close={() => setOpen(false)} />
      </FormModal>
    </>
  );
}

function Question({ mail, leavesBy, close }: ReleaseProps & { readonly close: () => void }) {
  const texts = useTexts(releaseTexts);
  const common = useTexts(commonTexts);
  const { language } = useLanguage();
  const [to, setTo] = useState('');
  const [released, setReleased] = useState<Released>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const answer = await act('simulator mails release', {
      caught: mail.id,
      to: to.trim() === '' ? undefined : to.trim(),
    });
    setReleased(answer.released);
  });
  if (released !== undefined) return <Outcome released={released} />;
  const recipients = to.trim() === '' ? mail.recipients : [to.trim()];
  const effect = countText(texts.releaseEffect, recipients.length, language, {
    to: recipients.join(', '),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Alert color="yellow" role="status">
          <Text size="sm">{effect}</Text>
          <Text size="sm">{leavesBy === 'relay' ? texts.byRelay : texts.byDirect}</Text>
        </Alert>
        <TextInput
          type="email"
          label={texts.releaseTo}
          description={texts.releaseToHint}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          maxLength={300}
        />
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.release}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const tones = { sent: 'good', 'not sent': 'bad', 'under way': 'info' } as const;

function Outcome({ released }: { readonly released: Released }) {
  const texts = useTexts(releaseTexts);
  const words = {
    sent: texts.outcomeSent,
    'not sent': texts.outcomeNotSent,
    'under way': texts.outcomeUnderWay,
  };
  return (
    <Stack gap="md" role="status" aria-label={texts.released}>
      {released.map(({ recipient, outcome, host, said }) => (
        <div key={recipient}>
          <Group gap="xs">
            <StatusBadge tone={tones[outcome]}>{words[outcome]}</StatusBadge>
            <Text size="sm">{recipient}</Text>
          </Group>
          {said === '' ? null : (
            <Text size="sm" c="dimmed">
              {[`${texts.said} :`, host, said].filter((word) => word !== '').join(' ')}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
