/** Which kinds of events an endpoint takes: none that is ticked stands for all of them. */
import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../app/use-texts.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import { mailKinds, replyKinds } from './sample-kinds.ts';

/** Of each product; a reply is chosen whole, whatever its form. */
const smsKinds = ['reply', 'lookup', ...replyKinds.filter((kind) => !kind.startsWith('reply.'))];

type ChoiceProps = {
  readonly kinds: readonly string[];
  readonly onChange: (kinds: string[]) => void;
  readonly error: ReactNode;
};

export function KindChoice({ kinds, onChange, error }: ChoiceProps) {
  const texts = useTexts(webhookTexts);
  return (
    <Checkbox.Group
      label={texts.kinds}
      description={texts.kindsAll}
      value={[...kinds]}
      onChange={onChange}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        <Kinds product="SMS" kinds={smsKinds} />
        <Kinds product={texts.kindsOfEmail} kinds={mailKinds} />
      </Stack>
    </Checkbox.Group>
  );
}

function Kinds({
  product,
  kinds,
}: {
  readonly product: string;
  readonly kinds: readonly string[];
}) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {product}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6}>
        {kinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={kind} size="sm" />
        ))}
      </SimpleGrid>
    </div>
  );
}
