/** A message that a caller has left: its player, and the state of its mail. */
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { type Answer, actIn, tablePath } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Phone } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { callTexts } from '../../texts/call-pages.ts';
import { fill } from '../../texts/texts.ts';
import { VoicemailPlayer } from './voicemail-player.tsx';

export type Voicemail = Answer<'voicemail list'>['voicemails'][number];

/** Beside its caller: in a column of buttons it would take a line of its own. */
export function VoicemailCaller({ row }: { readonly row: Voicemail }) {
  const texts = useTexts(callTexts);
  return (
    <Group gap={8} wrap="nowrap">
      {row.caller === '' ? texts.hidden : <Phone phone={row.caller} />}
      {row.heardAt === null ? <StatusBadge tone="info">{texts.new}</StatusBadge> : null}
    </Group>
  );
}

export function VoicemailMail({ row }: { readonly row: Voicemail }) {
  const texts = useTexts(callTexts);
  const to = { to: row.mailTo };
  if (row.mailState === 'sent')
    return <StatusBadge tone="good">{fill(texts.mailSent, to)}</StatusBadge>;
  const isUnderWay = row.mailState === 'owed' || row.mailState === 'queued';
  return isUnderWay ? (
    <StatusBadge tone="info">{fill(texts.mailOwed, to)}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{fill(texts.mailFailed, to)}</StatusBadge>
  );
}

/** The sound is fetched when somebody wants to hear it: each listen is written down. */
export function Listen({ row }: { readonly row: Voicemail }) {
  const texts = useTexts(callTexts);
  const { id: account } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const message = { message: row.id };
  const source = tablePath(account, 'voicemail play', message);
  const save = useAction(() => download(source, `voicemail-${row.id}.wav`));
  const heard = useAction(() => actIn(account, 'voicemail mark', message));
  const remove = () => actIn(account, 'voicemail delete', message);
  return (
    <Stack gap={6}>
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          leftSection={<Icon name="play" size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.play}
        </Button>
        <IconButton
          label={texts.download}
          icon="download"
          isBusy={save.isBusy}
          onClick={() => void save.run()}
        />
        {row.heardAt === null ? (
          <IconButton
            label={texts.markHeard}
            icon="check"
            isBusy={heard.isBusy}
            onClick={() => void heard.run()}
          />
        ) : null}
        <IconButton label={texts.delete} icon="trash" takesAway onClick={() => setAsked(true)} />
      </Group>
      <FailureNote failure={save.failure ?? heard.failure} />
      {isOpen ? (
        <VoicemailPlayer source={source} onPlay={() => row.heardAt === null && void heard.run()} />
      ) : null}
      <Confirm
        isOpen={isAsked}
        title={texts.deleteTitle}
        effect={texts.deleteEffect}
        action={texts.delete}
        onConfirm={remove}
        onClose={() => setAsked(false)}
      />
    </Stack>
  );
}
