/** Many prices out of a table: what it would change is shown first, and what it has changed can be undone. */
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { consoleTexts } from '../../texts/console.ts';
import { priceTexts } from '../../texts/console-prices.ts';
import { countText, fill } from '../../texts/texts.ts';
import { type ReadPrice, readPrices } from './read-prices.ts';

type Plan = Answered<'POST /api/console/prices/plan'>;
type Undo = Answered<'PUT /api/console/prices'>['undo'];
type Props = { readonly isOpen: boolean; readonly onClose: () => void };

const key = ['console', 'prices'];

export function SetPrices({ isOpen, onClose }: Props) {
  const texts = useTexts(consoleTexts);
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.importPrices}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Form />
    </Modal>
  );
}

type Planned = { readonly prices: readonly ReadPrice[]; readonly plan: Plan };

function Form() {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const [text, setText] = useState('prefix,price\n');
  const [wrong, setWrong] = useState<string>();
  const [planned, setPlanned] = useState<Planned>();
  const [undo, setUndo] = useState<Undo>();
  const plan = useAction(async (prices: readonly ReadPrice[]) => {
    const answered = await call('POST /api/console/prices/plan', { body: { prices: [...prices] } });
    setPlanned({ prices, plan: answered });
  }, []);
  const apply = useAction(async ({ prices }: Planned) => {
    const done = await call('PUT /api/console/prices', { body: { prices: [...prices] } });
    setUndo(done.undo);
    setPlanned(undefined);
  }, key);
  const check = (event: SyntheticEvent) => {
    event.preventDefault();
    setUndo(undefined);
    const read = readPrices(text);
    setWrong(read.ok ? undefined : fill(texts.importWrong, { line: read.line, text: read.text }));
    if (read.ok) void plan.run(read.prices);
  };
  return (
    <form onSubmit={check}>
      <Stack gap="sm">
        <Textarea
          label={texts.prices}
          description={texts.importHint}
          error={wrong}
          rows={8}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setPlanned(undefined);
          }}
          data-autofocus
        />
        {planned === undefined ? null : <ShownPlan plan={planned.plan} />}
        {undo === undefined ? null : <Done undo={undo} />}
        <FailureNote failure={plan.failure ?? apply.failure} />
        <Group justify="flex-end" gap="xs">
          <Button type="submit" variant="default" loading={plan.isBusy}>
            {words.check}
          </Button>
          <Button
            disabled={planned === undefined}
            loading={apply.isBusy}
            onClick={() => planned !== undefined && void apply.run(planned)}
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
        {changes.map(({ accountId, prefix, fromMs, price, before }) => (
          <Text size="sm" key={`${accountId} ${prefix} ${fromMs}`}>
            {`${prefix === '' ? texts.allNumbers : `+${prefix}`}: ${before} → ${price}`}
          </Text>
        ))}
        {changed > changes.length ? <Text size="sm">…</Text> : null}
      </Stack>
    </Alert>
  );
}

function Done({ undo }: { readonly undo: Undo }) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(priceTexts);
  const { language } = useLanguage();
  const count = undo.set.length + undo.remove.length;
  const takeBack = () => call('POST /api/console/prices/undo', { body: undo });
  return (
    <UndoNote
      said={countText(texts.imported, count, language)}
      undone={words.undone}
      undo={count === 0 ? undefined : takeBack}
      changes={key}
    />
  );
}
