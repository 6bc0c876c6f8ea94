/** Many routes out of a table: what it would change is shown first, and what it has changed can be undone. */
import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  Modal,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { type Answered, type BodyOf, call } from '../../api/call.ts';
import { ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { UndoNote } from '../../components/undo-note.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { consoleTexts } from '../../texts/console.ts';
import { routeTexts } from '../../texts/console-routes.ts';
import { countText, fill } from '../../texts/texts.ts';
import { type RouteProblem, readRoutes } from './read-routes.ts';

type Plan = Answered<'POST /api/console/routes/plan'>;
type Change = Plan['changes'][number];
type Undo = Answered<'PUT /api/console/routes'>['undo'];
type Wanted = BodyOf<'PUT /api/console/routes'>;
type Props = { readonly isOpen: boolean; readonly onClose: () => void };

const key = ['console', 'routes'];
const problemsShown = 20;

export function ImportRoutes({ isOpen, onClose }: Props) {
  const texts = useTexts(routeTexts);
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={texts.importTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Form />
    </Modal>
  );
}

function Form() {
  const texts = useTexts(routeTexts);
  const [text, setText] = useState('prefix,operator\n');
  const [removesOthers, setRemovesOthers] = useState(false);
  const [problems, setProblems] = useState<readonly RouteProblem[]>([]);
  const [planned, setPlanned] = useState<{ readonly wanted: Wanted; readonly plan: Plan }>();
  const [undo, setUndo] = useState<Undo>();
  const operators = useQuery({
    queryKey: ['operator list'],
    queryFn: ({ signal }) => ask('operator list', {}, { signal }),
  });
  const plan = useAction(async (wanted: Wanted) => {
    setPlanned({ wanted, plan: await call('POST /api/console/routes/plan', { body: wanted }) });
  }, []);
  const apply = useAction(async (wanted: Wanted) => {
    const done = await call('PUT /api/console/routes', { body: wanted });
    setUndo(done.undo);
    setPlanned(undefined);
  }, key);
  const edit = (next: string) => {
    setText(next);
    setPlanned(undefined);
    setProblems([]);
  };
  const check = (event: SyntheticEvent) => {
    event.preventDefault();
    setUndo(undefined);
    const live = (operators.data?.operators ?? []).filter(({ builtIn }) => !builtIn);
    const read = readRoutes(text, new Map(live.map(({ id, name }) => [name, id])));
    setProblems(read.ok ? [] : read.problems);
    if (read.ok) void plan.run({ routes: [...read.routes], removesOthers });
  };
  const readFile = async (file: File | null) => {
    if (file !== null) edit(await file.text());
  };
  return (
    <form onSubmit={check}>
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
        <Problems problems={problems} />
        {planned === undefined ? null : <ShownPlan plan={planned.plan} />}
        {undo === undefined ? null : <Done undo={undo} />}
        <FailureNote failure={operators.error ?? plan.failure ?? apply.failure} />
        <Group justify="flex-end" gap="xs">
          <Button
            type="submit"
            variant="default"
            loading={plan.isBusy}
            disabled={operators.data === undefined}
          >
            {texts.check}
          </Button>
          <Button
            disabled={planned === undefined}
            loading={apply.isBusy}
            onClick={() => planned !== undefined && void apply.run(planned.wanted)}
          >
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Problems({ problems }: { readonly problems: readonly RouteProblem[] }) {
  const texts = useTexts(routeTexts);
  const { language } = useLanguage();
  if (problems.length === 0) return null;
  const sentences = {
    twice: texts.lineTwice,
    heading: texts.lineHeading,
    empty: texts.lineEmpty,
    rows: texts.lineRows,
  } as Readonly<Record<string, string>>;
  const more = problems.length - problemsShown;
  return (
    <Alert
      color="red"
      role="alert"
      p="xs"
      title={countText(texts.wrong, problems.length, language)}
    >
      <Stack gap={4}>
        {problems.slice(0, problemsShown).map(({ line, what, text }) => (
          <Text size="sm" key={`${line} ${what}`}>
            {fill(sentences[what] ?? texts.line, { line, column: what, text })}
          </Text>
        ))}
        {more > 0 ? <Text size="sm">{fill(texts.moreLines, { count: more })}</Text> : null}
      </Stack>
    </Alert>
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

function Done({ undo }: { readonly undo: Undo }) {
  const texts = useTexts(routeTexts);
  const { language } = useLanguage();
  const count = undo.set.length + undo.remove.length;
  const takeBack = () => call('POST /api/console/routes/undo', { body: undo });
  return (
    <UndoNote
      said={countText(texts.done, count, language)}
      undone={texts.undone}
      undo={count === 0 ? undefined : takeBack}
      changes={key}
    />
  );
}
