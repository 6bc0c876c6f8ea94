/** What callers of a number hear before the tone: handed in as a file, played and taken away. */
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { actIn, tablePath } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { readBase64 } from '../../components/read-base64.ts';
import { useAction } from '../../components/use-action.ts';
import { numberTexts } from '../../texts/numbers.ts';
import { fill } from '../../texts/texts.ts';
import classes from './sms.module.css';

type GreetingProps = {
  readonly number: string;
  /** Null: it has none of its own. */
  readonly seconds: number | null;
};

export function Greeting({ number, seconds }: GreetingProps) {
  const texts = useTexts(numberTexts);
  const { id: account, may } = useAccount();
  const save = useAction(async (file: File) =>
    actIn(account, 'number greeting', { number, wav: await readBase64(file) }),
  );
  const remove = () => actIn(account, 'number greeting remove', { number });
  const [isAsked, setAsked] = useState(false);
  const lasts = fill(texts.greetingLasts, { seconds: Math.max(1, Math.round(seconds ?? 0)) });
  return (
    <Stack gap={6} role="group" aria-label={texts.greeting}>
      <Text size="sm" c="dimmed" role="status">
        {seconds === null ? texts.greetingShipped : lasts}
      </Text>
      <FailureNote failure={save.failure} />
      <Group gap="xs">
        {seconds === null || !may.includes('read contents') ? null : (
          <Listen key={seconds} source={tablePath(account, 'number greeting play', { number })} />
        )}
        {may.includes('send') ? (
          <FileButton
            accept="audio/wav,audio/x-wav,.wav"
            onChange={(file) => file !== null && void save.run(file)}
          >
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" loading={save.isBusy}>
                {texts.greetingUpload}
              </Button>
            )}
          </FileButton>
        ) : null}
        {seconds !== null && may.includes('send') ? (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
            {texts.greetingRemove}
          </Button>
        ) : null}
      </Group>
      <Confirm
        isOpen={isAsked}
        title={texts.greetingRemoveTitle}
        effect={`${lasts} ${texts.greetingRemoveEffect}`}
        action={texts.greetingRemove}
        onConfirm={remove}
        onClose={() => setAsked(false)}
      />
    </Stack>
  );
}

function Listen({ source }: { readonly source: string }) {
  const texts = useTexts(numberTexts);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what the greeting says
  if (isOpen) return <audio controls autoPlay className={classes['player']} src={source} />;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="play" size={14} />}
      onClick={() => setOpen(true)}
    >
      {texts.greetingPlay}
    </Button>
  );
}
