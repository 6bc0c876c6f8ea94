/** A send that can be read, changed, copied and run: the call itself, with the real test key. */
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendWithKey } from '../../api/send-with-key.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeTabs } from '../../components/code-tabs.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { snippetsOf } from '../../components/snippets.ts';
import { commonTexts } from '../../texts/common.ts';
import { homeTexts } from '../../texts/home.ts';
import { fill } from '../../texts/texts.ts';

type TryProps = {
  readonly testKey: string | null;
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
};

export function TryIt({ testKey, phone, onPhone }: TryProps) {
  const texts = { ...useTexts(commonTexts), ...useTexts(homeTexts) };
  const [message, setMessage] = useState<string>(texts.hello);
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => sendWithKey({ apiKey: testKey ?? '', phoneNumbers: `+${phone}`, message }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sent'] }),
  });
  const request = {
    method: 'POST',
    url: `${location.origin}/v1/send`,
    body: { apiKey: testKey ?? 'YOUR_TEST_KEY', phoneNumbers: `+${phone}`, message },
  } as const;
  return (
    <Panel title={texts.tryTitle}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {testKey === null ? texts.noKey : texts.tryText}
        </Text>
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
          <TextInput
            label={texts.to}
            type="tel"
            inputMode="tel"
            value={`+${phone}`}
            onChange={(event) => onPhone(event.currentTarget.value.replace(/\D/g, '').slice(0, 15))}
          />
          <Textarea
            label={texts.message}
            autosize
            minRows={1}
            maxRows={5}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </Group>
        <CodeTabs snippets={snippetsOf(request)} label={texts.code} />
        <Group gap="sm">
          <Button
            leftSection={<Icon name="send" size={16} />}
            disabled={testKey === null || message === ''}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          >
            {texts.sendNow}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {sending.data === undefined ? '' : fill(texts.sent, { id: sending.data.messageId })}
          </Text>
        </Group>
        <FailureNote failure={sending.error} />
      </Stack>
    </Panel>
  );
}
