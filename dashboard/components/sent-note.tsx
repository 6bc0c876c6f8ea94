/** The outcome of a send: accepted, scheduled or held; with links to its page and to the next one. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { sendingTexts } from '../texts/sending.ts';
import { fill } from '../texts/texts.ts';
import { formatTime } from './format.ts';

type SentNoteProps = {
  readonly texts: Readonly<Record<'sentText' | 'scheduledText' | 'heldNow', string>>;
  readonly id: number;
  readonly sent: { readonly scheduledAt: string | null; readonly held: boolean };
  /** The page of what was sent. */
  readonly to: string;
  readonly again: () => void;
};

export function SentNote({ texts, id, sent: { scheduledAt, held }, to, again }: SentNoteProps) {
  const { language } = useLanguage();
  const words = useTexts(sendingTexts);
  const time =
    scheduledAt === null ? '' : formatTime(Date.parse(scheduledAt), language, Date.now());
  const text = held ? texts.heldNow : scheduledAt === null ? texts.sentText : texts.scheduledText;
  return (
    <Alert color="ink" role="status" title={words.sentTitle} mb="md">
      <Text size="sm" mb="xs">
        {fill(text, { id, time })}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" renderRoot={(props) => <Link to={to} {...props} />}>
          {words.open}
        </Button>
        <Button size="compact-sm" variant="default" onClick={again}>
          {words.another}
        </Button>
      </Group>
    </Alert>
  );
}
