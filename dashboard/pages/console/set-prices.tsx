/** Many prices out of a table: what it would change is shown first, and what it has changed can be undone. */
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, act, useAct } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { priceTexts } from '../../texts/console-prices.ts';
import { countText, fill } from '../../texts/texts.ts';

type Plan = Answer<'price plan'>;
type Imported = Answer<'price import'>;
type Props = { readonly isOpen: boolean; readonly onClose: () => void };

export function SetPrices({ isOpen, onClose }: Props) {
  const texts = useTexts(consoleTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.importPrices} onClose={onClose}>
      <Form />
    </FormModal>
  );
}

function Form() {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const [text, setText] = useState('prefix,price\n');
  const [planned, setPlanned] = useState<Plan>();
  const [done, setDone] = useState<Imported>();
  const plan = useAct('price plan');
  const apply = useAct('price import');
  const check = async (event: SyntheticEvent) => {
    event.preventDefault();
    setDone(undefined);
    setPlanned(await plan.run({ table: text }));
  };
  const take = async () => {
    setDone(await apply.run({ table: text }));
    setPlanned(undefined);
  };
  return (
    <form onSubmit={(event) => void check(event)}>
      <Stack gap="sm">
        <Textarea
          label={texts.prices}
          description={texts.importHint}
          rows={8}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setPlanned(undefined);
          }}
          data-autofocus
        />
        {planned === undefined ? null : <ShownPlan plan={planned} />}
        {done === undefined ? null : <Done done={done} />}
        <FailureNote failure={plan.failure ?? apply.failure} />
        <Group justify="flex-end" gap="xs">
          <Button type="submit" variant="default" loading={plan.isBusy}>
            {words.check}
          </Button>
          <Button
            disabled={planned === undefined}
            loading={apply.isBusy}
            onClick={() => void take()}
          >
            {texts.importPrices}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ShownPlan({ plan: { added, changed, same, changes } }: { readonly plan: Plan }) {
  const words = useTexts(priceTexts);
  const texts = useTexts(consoleTexts);
  return (
    <Alert color="blue" role="status" p="xs">
      <Stack gap={4}>
        <Text size="sm">{fill(words.plan, { added, changed, same })}</Text>
        {changes.map(({ account, prefix, from, price, before }) => (
          <Text size="sm" key={`${account} ${prefix} ${from}`}>
            {`${prefix === '' ? texts.allNumbers : `+${prefix}`}: ${before} → ${price}`}
          </Text>
        ))}
        {changed > changes.length ? <Text size="sm">…</Text> : null}
      </Stack>
    </Alert>
  );
}

function Done({ done: { changed, undo } }: { readonly done: Imported }) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const { language } = useLanguage();
  return (
    <UndoNote
      said={countText(texts.imported, changed, language)}
      undone={words.undone}
      undo={undo === null ? undefined : () => act('price import', { table: undo })}
    />
  );
}
