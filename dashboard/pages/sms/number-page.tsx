/** One number of the account: what calls to it do, what becomes of those that nobody takes, and its greeting. */
import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Facts } from '../../components/facts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatPhone } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { PhoneCallPanel } from '../../phone/call-panel.tsx';
import { callingTexts } from '../../texts/calling.ts';
import { commonTexts } from '../../texts/common.ts';
import { numberTexts } from '../../texts/numbers.ts';
import { fill } from '../../texts/texts.ts';
import { Greeting } from './greeting.tsx';
import { NumberState } from './numbers-page.tsx';
import classes from './sms.module.css';

type Shown = Answer<'number show'>;
type OneNumber = Shown['number'];
type NumberProps = { readonly number: OneNumber };

export function NumberPage() {
  const { id: account } = useAccount();
  const number =
    useParams({ strict: false, select: (names: { number?: string }) => names.number }) ?? '';
  const query = useQuery({
    queryKey: ['number show', account, number],
    queryFn: ({ signal }) => askIn(account, 'number show', { number }, { signal }),
  });
  return <QueryView query={query}>{(shown) => <Shown shown={shown} />}</QueryView>;
}

function Shown({ shown }: { readonly shown: Shown }) {
  const texts = useTexts(numberTexts);
  const { id: account } = useAccount();
  const { number, currency, greetingSeconds } = shown;
  const phone = formatPhone(number.number);
  return (
    <>
      <PageHeader
        title={number.label === '' ? fill(texts.one, { number: phone }) : number.label}
        text={<Link to={`/${account}/sms/numbers`}>{texts.back}</Link>}
        actions={
          <>
            {number.calls ? <CallButton number={number} /> : null}
            {useMay('manage keys') ? <GiveBack number={number} /> : null}
          </>
        }
      />
      <div className={classes['columns']}>
        <Stack gap="md">
          <Panel title={texts.whenCalled}>
            {number.forward ? (
              <Forwarding number={number} />
            ) : (
              <Text size="sm" c="dimmed">
                {texts.cannotForward}
              </Text>
            )}
          </Panel>
          <Panel title={texts.settings}>
            <Settings number={number} />
          </Panel>
        </Stack>
        <Stack gap="md">
          <NumberFacts number={number} currency={currency} />
          {number.calls ? (
            <Panel title={texts.greeting}>
              <Greeting number={number.number} seconds={greetingSeconds} />
            </Panel>
          ) : null}
        </Stack>
      </div>
    </>
  );
}

function NumberFacts({ number, currency }: NumberProps & { readonly currency: string }) {
  const texts = useTexts(numberTexts);
  const takes = [number.sms && texts.texts, number.calls && texts.calls];
  return (
    <Panel title={texts.number}>
      <Facts
        facts={[
          { name: texts.number, value: <Phone phone={number.number} /> },
          { name: texts.state, value: <NumberState number={number} /> },
          { name: texts.takes, value: takes.filter(Boolean).join(', ') },
          { name: texts.aMonth, value: <Money amount={number.monthly} currency={currency} /> },
          { name: texts.aMinute, value: <Money amount={number.minute} currency={currency} /> },
          { name: texts.since, value: timeOf(number.rentedAt) },
          { name: texts.paidUntil, value: timeOf(number.paidUntil) },
        ]}
      />
    </Panel>
  );
}

function timeOf(at: string | null): ReactNode {
  return at === null ? '–' : <Time atMs={Date.parse(at)} />;
}

function GiveBack({ number: { number } }: NumberProps) {
  const texts = useTexts(numberTexts);
  const { id: account } = useAccount();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const giveBack = async () => {
    await actIn(account, 'number return', { number });
    await navigate({ to: `/${account}/sms/numbers` });
  };
  return (
    <>
      <Button variant="default" color="red" onClick={() => setAsked(true)}>
        {texts.giveBack}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={fill(texts.giveBackTitle, { number: formatPhone(number) })}
        effect={texts.giveBackEffect}
        action={texts.giveBack}
        onConfirm={giveBack}
        onClose={() => setAsked(false)}
      />
    </>
  );
}

function CallButton({ number }: NumberProps) {
  const texts = useTexts(callingTexts);
  const { id: account, may } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const { data: start } = useQuery({
    queryKey: ['start', account],
    queryFn: () => askIn(account, 'home start', {}),
  });
  if (start?.hasPhones !== true || !may.includes('send')) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Icon name="call" size={16} />}
        onClick={() => setOpen(true)}
      >
        {texts.callThis}
      </Button>
      <FormModal isOpen={isOpen} title={texts.callThis} onClose={() => setOpen(false)}>
        <PhoneCallPanel number={number.number.slice(1)} />
      </FormModal>
    </div>
  );
}

/** Saves, and says so or why not. */
function useSaving(save: () => Promise<unknown>) {
  const [isSaved, setSaved] = useState(false);
  const submit = useSubmit(async () => {
    setSaved(false);
    await save();
    setSaved(true);
  });
  return { ...submit, isSaved };
}

function SaveRow({ isBusy, isSaved, failure }: Omit<ReturnType<typeof useSaving>, 'submit'>) {
  const texts = useTexts(numberTexts);
  const common = useTexts(commonTexts);
  return (
    <>
      <FailureNote failure={failure} />
      <Group gap="sm">
        <Button type="submit" variant="default" loading={isBusy}>
          {common.save}
        </Button>
        <Text size="sm" role="status">
          {isSaved ? texts.saved : ''}
        </Text>
      </Group>
    </>
  );
}

function Forwarding({ number }: NumberProps) {
  const texts = useTexts(numberTexts);
  const { id: account } = useAccount();
  const maySave = useMay('send');
  const [mode, setMode] = useState(number.mode);
  const [target, setTarget] = useState(number.target);
  const way = { off: { off: true }, phone: { to: target }, voicemail: { voicemail: target } };
  const saving = useSaving(() =>
    actIn(account, 'number forward', { number: number.number, ...way[mode], replace: true }),
  );
  const choose = (value: string) => {
    setMode(value as typeof mode);
    setTarget(value === number.mode ? number.target : '');
  };
  return (
    <form onSubmit={saving.submit}>
      <fieldset disabled={!maySave} className={classes['fields']}>
        <Stack gap="md">
          <Radio.Group aria-label={texts.whenCalled} value={mode} onChange={choose}>
            <Stack gap="xs">
              <Radio value="off" label={texts.off} />
              <Radio value="phone" label={texts.phone} />
              <Radio value="voicemail" label={texts.voicemail} />
            </Stack>
          </Radio.Group>
          {mode === 'off' ? null : (
            <TextInput
              label={mode === 'phone' ? texts.targetPhone : texts.targetEmail}
              type={mode === 'phone' ? 'tel' : 'email'}
              value={target}
              onChange={(event) => setTarget(event.currentTarget.value)}
              required
            />
          )}
          {maySave ? <SaveRow {...saving} /> : null}
        </Stack>
      </fieldset>
    </form>
  );
}

function Settings({ number }: NumberProps) {
  const texts = useTexts(numberTexts);
  const { id: account } = useAccount();
  const maySave = useMay('send');
  const { label, seconds, unanswered, fallback, missed, text, language } = number;
  const standing = { label, seconds, unanswered, fallback, missed, text, language };
  const [wish, setWish] = useState<Wish>(standing);
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const saving = useSaving(() => actIn(account, 'number ring', { number: number.number, ...wish }));
  return (
    <form onSubmit={saving.submit}>
      <fieldset disabled={!maySave} className={classes['fields']}>
        <Stack gap="sm">
          <TextInput
            label={texts.label}
            value={wish.label}
            maxLength={100}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
          <UnansweredFields wish={wish} change={change} />
          <MissedCallFields wish={wish} change={change} />
          {maySave ? <SaveRow {...saving} /> : null}
        </Stack>
      </fieldset>
    </form>
  );
}

type Wish = Pick<
  OneNumber,
  'label' | 'seconds' | 'unanswered' | 'fallback' | 'missed' | 'text' | 'language'
>;

type FieldsProps = { readonly wish: Wish; readonly change: (part: Partial<Wish>) => void };

/** How long a call rings, and where it goes then. */
function UnansweredFields({ wish, change }: FieldsProps) {
  const texts = useTexts(numberTexts);
  return (
    <>
      <NumberInput
        label={texts.ringSeconds}
        min={5}
        max={120}
        value={wish.seconds}
        onChange={(value) => change({ seconds: Number(value) || 30 })}
      />
      <NativeSelect
        label={texts.unanswered}
        value={wish.unanswered}
        onChange={(event) =>
          change({ unanswered: event.currentTarget.value as Wish['unanswered'] })
        }
        data={[
          { value: 'refuse', label: texts.unansweredRefuse },
          { value: 'voicemail', label: texts.unansweredVoicemail },
        ]}
      />
      {wish.unanswered === 'voicemail' ? (
        <TextInput
          type="email"
          label={texts.fallbackEmail}
          value={wish.fallback}
          onChange={(event) => change({ fallback: event.currentTarget.value })}
          required
        />
      ) : null}
    </>
  );
}

/** The notices of a missed call: the mail to us, and the SMS to the caller. */
function MissedCallFields({ wish, change }: FieldsProps) {
  const texts = useTexts(numberTexts);
  return (
    <>
      <TextInput
        type="email"
        label={texts.missedCallEmail}
        value={wish.missed}
        onChange={(event) => change({ missed: event.currentTarget.value })}
      />
      <Textarea
        label={texts.missedCallText}
        description={texts.missedCallTextHelp}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={306}
        value={wish.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <LanguageSelect
        label={texts.language}
        value={wish.language}
        onChange={(language) => change({ language })}
      />
    </>
  );
}
