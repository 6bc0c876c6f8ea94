/** What the inspector is to answer: a status, late, or in one of the ways in which receivers fail. */
import { Button, Group, NativeSelect, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, act, type InputOf } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../components/use-action.ts';
import { inspectorTexts } from '../../texts/inspector.ts';

type Next = Answer<'simulator inspector show'>['answer'];

const faults = ['none', 'silent', 'drip', 'reset-before', 'reset-inside', 'reset-after'] as const;

/** Begins with what it answers now. */
export function NextAnswers({ answer }: { readonly answer: Next }) {
  const texts = useTexts(inspectorTexts);
  const [wanted, setWanted] = useState(answer);
  const order = useAction(
    (next: InputOf<'simulator inspector'>) => act('simulator inspector', next),
    ['inspector'],
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void order.run(ordered(wanted));
  };
  const change = (changed: Partial<Next>) => setWanted({ ...wanted, ...changed });
  return (
    <Panel title={texts.answers}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.answersLead}
          </Text>
          <Fields wanted={wanted} change={change} />
          <FailureNote failure={order.failure} />
          <Group gap="xs" justify="flex-end">
            <Button
              variant="default"
              disabled={order.isBusy}
              onClick={() => void order.run({ well: true })}
            >
              {texts.well}
            </Button>
            <Button type="submit" loading={order.isBusy}>
              {texts.order}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

/** As it is ordered: what is not named is as usual. */
function ordered({ status, fault, delayMs, retryAfterS, location, times }: Next) {
  return {
    answer: status,
    fault,
    delay: `${delayMs}ms`,
    retryAfter: retryAfterS ?? undefined,
    redirect: location ?? undefined,
    times: times ?? undefined,
  };
}

type FieldProps = { readonly wanted: Next; readonly change: (changed: Partial<Next>) => void };

function Fields({ wanted, change }: FieldProps) {
  const texts = useTexts(inspectorTexts);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }} spacing="sm">
      <NumberInput
        label={texts.status}
        hideControls
        value={wanted.status}
        onChange={(value) => change({ status: Number(value) })}
      />
      <NativeSelect
        label={texts.fault}
        value={wanted.fault}
        onChange={({ currentTarget: { value } }) =>
          change({ fault: faults.find((fault) => fault === value) ?? 'none' })
        }
        data={faults.map((fault) => ({ value: fault, label: texts[`fault ${fault}`] }))}
      />
      <NumberInput
        label={texts.delay}
        hideControls
        value={wanted.delayMs / 1_000}
        onChange={(value) => change({ delayMs: Math.round(Number(value) * 1_000) })}
      />
      <NumberInput
        label={texts.retryAfter}
        hideControls
        value={wanted.retryAfterS ?? ''}
        onChange={(value) => change({ retryAfterS: value === '' ? null : Number(value) })}
      />
      <NumberInput
        label={texts.times}
        placeholder="∞"
        hideControls
        value={wanted.times ?? ''}
        onChange={(value) => change({ times: value === '' ? null : Number(value) })}
      />
    </SimpleGrid>
  );
}
