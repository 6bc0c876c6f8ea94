/** What callers of a number hear before the tone: handed in as a file, played and taken away. */
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fillPath } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { readBase64 } from '../../components/read-base64.ts';
import { useAction } from '../../components/use-action.ts';
import { numberTexts } from '../../texts/sms.ts';
import { fill } from '../../texts/texts.ts';
import classes from './sms.module.css';

const path = '/api/accounts/{account}/numbers/{number}/greeting';

export function Greeting({ number }: { readonly number: string }) {
  const texts = useTexts(numberTexts);
  const { id: account, may } = useAccount();
  const params = { account, number };
  const key = ['greeting', account, number];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(`GET ${path}`, { params, signal }),
  });
  const save = useAction(
    async (file: File) => call(`PUT ${path}`, { params, body: { wav: await readBase64(file) } }),
    key,
  );
  const remove = useAction(() => call(`DELETE ${path}`, { params }), key);
  const seconds = data?.seconds ?? null;
  return (
    <Stack gap={6} role="group" aria-label={texts.greeting}>
      <Text size="sm" fw={600}>
        {texts.greeting}
      </Text>
      <Text size="sm" c="dimmed" role="status">
        {seconds === null
          ? texts.greetingShipped
          : fill(texts.greetingLasts, { seconds: Math.max(1, Math.round(seconds)) })}
      </Text>
      <FailureNote failure={save.failure ?? remove.failure} />
      <Group gap="xs">
        {seconds === null || !may.includes('read contents') ? null : (
          <Listen key={seconds} source={fillPath(`${path}/audio`, params)} />
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
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            loading={remove.isBusy}
            onClick={() => void remove.run()}
          >
            {texts.greetingRemove}
          </Button>
        ) : null}
      </Group>
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
