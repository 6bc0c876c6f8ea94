/** The message that a call has left, as soon as it is kept. */
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { askIn, tablePath } from '../api/operate.ts';
import { useAccount } from '../app/session.tsx';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { formatDuration } from '../components/format.ts';
import { callingTexts } from '../texts/calling.ts';
import { fill } from '../texts/texts.ts';
import classes from './call-panel.module.css';

type LeftProps = {
  /** Digits. */
  readonly number: string;
  /** By this machine's clock, when the call began. */
  readonly sinceMs: number;
};

const askedEveryMs = 1_000;
/** A message is kept within a second of its end; this server may be busy. */
const asksMax = 15;
/** Clocks of browser and server differ. */
const clocksDifferMs = 60_000;

export function LeftMessage({ number, sinceMs }: LeftProps) {
  const texts = useTexts(callingTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const [asks, setAsks] = useState(0);
  const { data: message } = useQuery({
    queryKey: ['left message', account, number, sinceMs],
    queryFn: async () => {
      setAsks((before) => before + 1);
      const query = { number, limit: 1 };
      const { voicemails } = await askIn(account, 'voicemail list', query, { isBackground: true });
      const [newest] = voicemails;
      const isOfThisCall =
        newest !== undefined && Date.parse(newest.startedAt) > sinceMs - clocksDifferMs;
      return isOfThisCall ? newest : null;
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data ?? null) === null && dataUpdateCount < asksMax ? askedEveryMs : false,
    staleTime: 0,
  });
  if (message === undefined || message === null) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {asks < asksMax ? texts.waitingForMessage : texts.noMessage}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} role="status">
        {fill(texts.messageLeft, { length: formatDuration(message.durationMs, language) })}
      </Text>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said */}
      <audio
        controls
        className={classes['player']}
        src={tablePath(account, 'voicemail play', { message: message.id })}
      />
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => void navigate({ to: `/${account}/sms/voicemail` })}
        >
          {texts.allMessages}
        </Button>
      </div>
    </Stack>
  );
}
