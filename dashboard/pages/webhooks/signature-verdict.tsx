/** What the check of a signature found, in a word and a sentence. */
import { Stack, Text } from '@mantine/core';
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { inspectorTexts } from '../../texts/inspector.ts';
import { fill } from '../../texts/texts.ts';

export type Verdict = Answer<'endpoint check-request'>;

const words = {
  right: 'right',
  form: 'form',
  clock: 'clock',
  bytes: 'bytes',
  secret: 'wrongSecret',
  'secret or bytes': 'unclear',
} as const;

export function SignatureVerdict({ found }: { readonly found: Verdict }) {
  const texts = useTexts(inspectorTexts);
  const { verdict, why, octet, ageS, endpointId } = found;
  return (
    <Stack gap="xs" align="flex-start">
      <StatusBadge tone={verdict === 'right' ? 'good' : 'bad'}>{texts[words[verdict]]}</StatusBadge>
      <Text size="sm">
        {fill(texts[why], {
          seconds: Math.abs(ageS ?? 0),
          octet: octet ?? '',
          endpoint: endpointId ?? '',
        })}
      </Text>
    </Stack>
  );
}
