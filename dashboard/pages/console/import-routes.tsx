/** Many routes out of a table: what it would change is shown first, and what it has changed can be undone. */
import { Alert, Button, Checkbox, FileInput, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, act, useAct } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { routeTexts } from '../../texts/console-routes.ts';
import { countText, fill } from '../../texts/texts.ts';

type Plan = Answer<'route plan'>;
type Change = Plan['changes'][number];
type Imported = Answer<'route import'>;
type Props = { readonly isOpen: boolean; readonly onClose: () => void };

export function ImportRoutes({ isOpen, onClose }: Props) {
  const texts = useTexts(routeTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.importTitle} size="lg" onClose={onClose}>
      <Form />
    </FormModal>
  );
}

function Form() {
  const texts = useTexts(routeTexts);
  const [text, setText] = useState('prefix,operator\n');
  const [removesOthers, setRemovesOthers] = useState(false);
  const [planned, setPlanned] = useState<Plan>();
  const [done, setDone] = useState<Imported>();
  const plan = useAct('route plan');
  const apply = useAct('route import');
  const wanted = { table: text, removesOthers };
  const edit = (next: string) => {
    setText(next);
    setPlanned(undefined);
  };
  const check = async (event: SyntheticEvent) => {
    event.preventDefault();
    setDone(undefined);
    setPlanned(await plan.run(wanted));
  };
  const take = async () => {
    setDone(await apply.run(wanted));
    setPlanned(undefined);
  };
  const readFile = async (file: File | null) => {
    if (file !== null) edit(await file.text());
  };
  return (
    <form onSubmit={(event) => void check(event)}>
      <Stack gap="sm">
        <Textarea
          label={texts.table}
          description={texts.hint}
          rows={8}
          value={text}
          onChange={({ currentTarget }) => edit(currentTarget.value)}
          data-autofocus
        />
        <FileInput
          label={texts.file}
          accept=".csv,text/csv,text/plain"
          clearable
          onChange={(file) => void readFile(file)}
        />
        <Checkbox
          label={texts.removesOthers}
          checked={removesOthers}
          onChange={({ currentTarget }) => {
            setRemovesOthers(currentTarget.checked);
            setPlanned(undefined);
          }}
        />
        {planned === undefined ? null : <ShownPlan plan={planned} />}
        {done === undefined ? null : <Done done={done} />}
        <FailureNote failure={plan.failure ?? apply.failure} />
        <Group justify="flex-end" gap="xs">
          <Button type="submit" variant="default" loading={plan.isBusy}>
            {texts.check}
          </Button>
          <Button
            disabled={planned === undefined}
            loading={apply.isBusy}
            onClick={() => void take()}
          >
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ShownPlan({ plan }: { readonly plan: Plan }) {
  const texts = useTexts(routeTexts);
  const { added, changed, removed, same, changes } = plan;
  return (
    <Alert color={removed > 0 ? 'yellow' : 'blue'} role="status" p="xs">
      <Stack gap={4}>
        <Text size="sm">{fill(texts.plan, { added, changed, removed, same })}</Text>
        {changes.map((change, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan is shown as it came and never reordered.
          <ShownChange key={place} change={change} />
        ))}
        {added + changed + removed > changes.length ? <Text size="sm">…</Text> : null}
      </Stack>
    </Alert>
  );
}

function ShownChange({ change: { before, after } }: { readonly change: Change }) {
  const texts = useTexts(routeTexts);
  const words = useTexts(consoleTexts);
  const route = after ?? before;
  if (route === null) return null;
  const details = [route.network, route.grade, route.senders.join('+')].filter(Boolean).join(' ');
  const prefix = route.prefix === '' ? words.allNumbers : `+${route.prefix}`;
  const title = fill(texts.route, {
    prefix: `${prefix} ${details}`.trim(),
    operator: route.operator,
  });
  const values = (one: Change['after']) =>
    one === null
      ? ''
      : fill(texts.values, {
          priority: one.priority,
          weight: one.weight,
          price: one.buyPrice ?? '–',
          state: one.enabled ? words.on : words.off,
        });
  const what =
    before === null
      ? `${texts.isAdded}, ${values(after)}`
      : after === null
        ? texts.isRemoved
        : `${values(before)} → ${values(after)}`;
  return <Text size="sm">{`${title}: ${what}`}</Text>;
}

function Done({ done: { changed, undo } }: { readonly done: Imported }) {
  const texts = useTexts(routeTexts);
  const { language } = useLanguage();
  return (
    <UndoNote
      said={countText(texts.done, changed, language)}
      undone={texts.undone}
      undo={undo === null ? undefined : () => act('route import', { table: undo })}
    />
  );
}
