/** Cancels or moves texts that wait: what is meant, its effect in numbers, and then the task. */
import { Alert, Button, Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import { useSubmit } from '../../components/submit.tsx';
import { laneTaskTexts } from '../../texts/console-lane-tasks.ts';
import { countText, fill } from '../../texts/texts.ts';
import { askTask, blankTask, type TaskForm, type TaskWish, wishOfForm } from './lane-task-form.ts';

type Plan = Answer<'lane cancel'>;
type Operators = Answer<'operator list'>['operators'];
type Planned = { readonly wish: TaskWish; readonly plan: Plan };

type Props = {
  readonly isOpen: boolean;
  /** Of which lane it was opened; empty: of none. */
  readonly lane: string;
  readonly onClose: () => void;
};

export function LaneTaskModal({ isOpen, lane, onClose }: Props) {
  const texts = useTexts(laneTaskTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.title} onClose={onClose}>
      <Steps lane={lane} onClose={onClose} />
    </FormModal>
  );
}

function Steps({ lane, onClose }: Omit<Props, 'isOpen'>) {
  const [form, setForm] = useState<TaskForm>({ ...blankTask, lane });
  const [planned, setPlanned] = useState<Planned>();
  const operators = useQuery({
    queryKey: ['operator list'],
    queryFn: ({ signal }) => ask('operator list', {}, { signal }),
  });
  const listed = (operators.data?.operators ?? []).filter(({ builtIn }) => !builtIn);
  return planned === undefined ? (
    <Meant form={form} operators={listed} onChange={setForm} onPlanned={setPlanned} />
  ) : (
    <Effect planned={planned} onBack={() => setPlanned(undefined)} onDone={onClose} />
  );
}

type MeantProps = {
  readonly form: TaskForm;
  readonly operators: Operators;
  readonly onChange: (form: TaskForm) => void;
  readonly onPlanned: (planned: Planned) => void;
};

function Meant({ form, operators, onChange, onPlanned }: MeantProps) {
  const texts = useTexts(laneTaskTexts);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const wish = wishOfForm(form);
    onPlanned({ wish, plan: await askTask(wish) });
  });
  const set = (field: keyof TaskForm) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...form, [field]: event.currentTarget.value });
  const names = operators.map(({ name }) => name);
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.lead}</Text>
        <NativeSelect
          label={texts.does}
          value={form.kind}
          onChange={set('kind')}
          data={[
            { value: 'cancel', label: texts.cancel },
            { value: 'move', label: texts.move },
          ]}
        />
        {form.kind === 'move' ? (
          <NativeSelect
            label={texts.to}
            value={form.to}
            onChange={set('to')}
            data={[{ value: '', label: texts.choose }, ...names]}
          />
        ) : null}
        <TextInput label={texts.account} value={form.account} onChange={set('account')} />
        <TextInput label={texts.tag} value={form.tag} onChange={set('tag')} maxLength={20} />
        <TextInput label={texts.prefix} value={form.prefix} onChange={set('prefix')} />
        <TextInput label={texts.lane} value={form.lane} onChange={set('lane')} />
        <NativeSelect
          label={texts.operator}
          value={form.operator}
          onChange={set('operator')}
          data={[{ value: '', label: texts.any }, ...names]}
        />
        <TextInput
          label={texts.older}
          value={form.minutes}
          onChange={set('minutes')}
          inputMode="numeric"
        />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.plan}
        </Button>
      </Stack>
    </form>
  );
}

type EffectProps = {
  readonly planned: Planned;
  readonly onBack: () => void;
  readonly onDone: () => void;
};

function Effect({ planned: { wish, plan }, onBack, onDone }: EffectProps) {
  const texts = useTexts(laneTaskTexts);
  const { run, isBusy, failure } = useSubmit(async () => {
    // No more than what was told: what was accepted since is not meant.
    await askTask(wish, { olderThan: plan.before, yes: true });
    onDone();
  });
  return (
    <Stack>
      <Alert color={plan.texts === 0 ? 'gray' : 'orange'}>
        <Sentences wish={wish} plan={plan} />
      </Alert>
      <Staying staying={plan.staying} />
      <FailureNote failure={failure} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        {plan.texts === 0 ? null : (
          <Button color="red" loading={isBusy} onClick={() => void run()}>
            {texts.apply}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

type SentenceProps = { readonly wish: TaskWish; readonly plan: Plan };

function Sentences({ wish: { kind, to }, plan }: SentenceProps) {
  const texts = useTexts(laneTaskTexts);
  const { language } = useLanguage();
  if (plan.texts === 0) return texts.nothing;
  const effect = kind === 'cancel' ? texts.cancelEffect : texts.moveEffect;
  const parts = countText(texts.parts, plan.parts, language);
  return (
    <Stack gap={4}>
      <Text size="sm">{countText(effect, plan.texts, language, { parts, operator: to })}</Text>
      {plan.refunds.map(({ currency, test, amount }) => (
        <Text size="sm" key={`${currency} ${test}`}>
          {fill(test ? texts.testRefund : texts.refund, {
            amount: formatMoney(amount, currency, language),
          })}
        </Text>
      ))}
      {plan.isCut ? <Text size="sm">{texts.least}</Text> : null}
    </Stack>
  );
}

const reasons = {
  tried: 'tried',
  'in doubt': 'inDoubt',
  'partly gone': 'partlyGone',
  'test message': 'testMessage',
  'is there already': 'isThere',
  'no route': 'noRoute',
  'more parts than paid': 'moreParts',
} as const;

function Staying({ staying }: Pick<Plan, 'staying'>) {
  const texts = useTexts(laneTaskTexts);
  const { language } = useLanguage();
  if (staying.length === 0) return null;
  return (
    <div>
      <Text size="sm">{texts.stays}</Text>
      <List size="sm">
        {staying.map(({ why, texts: count }) => (
          <List.Item key={why}>
            {texts[reasons[why]]} ({formatNumber(count, language)})
          </List.Item>
        ))}
      </List>
    </div>
  );
}
