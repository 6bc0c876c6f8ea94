/** Where and when an account may send; limits stand beside it. */
import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { policyTexts } from '../../texts/console-policy.ts';

type Policy = Answer<'account show'>['policy'];

type Props = { readonly id: number; readonly policy: Policy };

export function PolicyPanel({ id, policy }: Props) {
  const texts = useTexts(policyTexts);
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <Panel
      title={texts.title}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
      }
    >
      <PolicyFacts policy={policy} />
      <FormModal isOpen={isChanging} title={texts.title} onClose={close}>
        <PolicyForm id={id} policy={policy} onDone={close} />
      </FormModal>
    </Panel>
  );
}

function PolicyFacts({ policy }: { readonly policy: Policy }) {
  const texts = useTexts(policyTexts);
  const { trust, countries, costlyNumbers, quietHours, marketing, refundUndelivered } = policy;
  const facts: readonly Fact[] = [
    { name: texts.trust, value: texts[trust] },
    {
      name: texts.countries,
      value: typeof countries === 'string' ? texts[countries] : countries.join(', '),
    },
    { name: texts.costlyNumbers, value: costlyNumbers ? texts.open : texts.closed },
    { name: texts.quietHours, value: texts[quietHours] },
    { name: texts.marketing, value: marketing ? texts.allOfIt : texts.whatSaysSo },
    { name: texts.undelivered, value: refundUndelivered ? texts.paidBack : texts.paid },
  ];
  return <Facts facts={facts} />;
}

type FormProps = Props & { readonly onDone: () => void };

function PolicyForm({ id, policy, onDone }: FormProps) {
  const texts = useTexts(policyTexts);
  const [form, setForm] = useState(policy);
  const set = (change: Partial<Policy>) => setForm((before) => ({ ...before, ...change }));
  const save = useSubmit(async () => {
    const { countries } = form;
    const written = typeof countries === 'string' ? countries : countries.join(',');
    await act('account set', { account: id, ...form, countries: written });
    onDone();
  });
  return (
    <form onSubmit={save.submit}>
      <Stack gap="sm">
        <Choice
          label={texts.trust}
          words={['trusted', 'new']}
          value={form.trust}
          onChange={(trust) => set({ trust })}
        />
        <Countries countries={form.countries} onChange={(countries) => set({ countries })} />
        <Checkbox
          label={texts.openCostly}
          checked={form.costlyNumbers}
          onChange={({ currentTarget }) => set({ costlyNumbers: currentTarget.checked })}
        />
        <Choice
          label={texts.quietHours}
          words={['country', 'on', 'off']}
          value={form.quietHours}
          onChange={(quietHours) => set({ quietHours })}
        />
        <Checkbox
          label={texts.allMarketing}
          checked={form.marketing}
          onChange={({ currentTarget }) => set({ marketing: currentTarget.checked })}
        />
        <Checkbox
          label={texts.refundUndelivered}
          checked={form.refundUndelivered}
          onChange={({ currentTarget }) => set({ refundUndelivered: currentTarget.checked })}
        />
        <FormFoot sent={save} label={texts.save} />
      </Stack>
    </form>
  );
}

type CountriesProps = {
  readonly countries: Policy['countries'];
  readonly onChange: (countries: Policy['countries']) => void;
};

function Countries({ countries, onChange }: CountriesProps) {
  const texts = useTexts(policyTexts);
  const [codes, setCodes] = useState(typeof countries === 'string' ? '' : countries.join(', '));
  return (
    <>
      <Choice
        label={texts.countries}
        words={['home', 'all', 'listed']}
        value={typeof countries === 'string' ? countries : 'listed'}
        onChange={(word) => onChange(word === 'listed' ? codesIn(codes) : word)}
      />
      {typeof countries === 'string' ? null : (
        <TextInput
          label={texts.codes}
          description={texts.codesHint}
          required
          value={codes}
          onChange={({ currentTarget }) => {
            setCodes(currentTarget.value);
            onChange(codesIn(currentTarget.value));
          }}
        />
      )}
    </>
  );
}

function codesIn(text: string): string[] {
  const codes = text.toUpperCase().split(/[\s,]+/);
  return codes.filter((code) => code !== '');
}

type Word = 'new' | 'trusted' | 'home' | 'all' | 'listed' | 'country' | 'on' | 'off';

type ChoiceProps<One extends Word> = {
  readonly label: string;
  readonly words: readonly One[];
  readonly value: One;
  readonly onChange: (word: One) => void;
};

function Choice<One extends Word>({ label, words, value, onChange }: ChoiceProps<One>) {
  const texts = useTexts(policyTexts);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(words.find((word) => word === currentTarget.value) ?? value)
      }
      data={words.map((word) => ({ value: word, label: texts[word] }))}
    />
  );
}
