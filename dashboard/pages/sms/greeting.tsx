/** What callers of a number hear before the tone: handed in as a file, played and taken away. */
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fillPath } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { readBase64 } from '../../components/read-base64.ts';
import { StaleNote } from '../../components/stale-note.tsx';
import { useAction } from '../../components/use-action.ts';
import { numberTexts } from '../../texts/sms.ts';
import { fill } from '../../texts/texts.ts';
import classes from './sms.module.css';

const path = '/api/accounts/{account}/numbers/{number}/greeting';

export function Greeting({ number }: { readonly number: string }) {
  const texts = useTexts(numberTexts);
  const { id: account, may } = useAccount();
  const queries = useQueryClient();
  const params = { account, number };
  const key = ['greeting', account, number];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(`GET ${path}`, { params, signal }),
  });
  const save = useAction(
    async (file: File) => call(`PUT ${path}`, { params, body: { wav: await readBase64(file) } }),
    key,
  );
  const remove = async () => {
    await call(`DELETE ${path}`, { params });
    await queries.invalidateQueries({ queryKey: key });
  };
  const [isAsked, setAsked] = useState(false);
  const seconds = data?.seconds ?? null;
  const lasts = fill(texts.greetingLasts, { seconds: Math.max(1, Math.round(seconds ?? 0)) });
  return (
    <Stack gap={6} role="group" aria-label={texts.greeting}>
      <Text size="sm" fw={600}>
        {texts.greeting}
      </Text>
      <Text size="sm" c="dimmed" role="status">
        {data === undefined ? '' : seconds === null ? texts.greetingShipped : lasts}
      </Text>
      <StaleNote hasAny={data !== undefined} failure={error} retry={() => void refetch()} />
      <FailureNote failure={save.failure} />
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
