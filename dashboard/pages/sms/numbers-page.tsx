/** The account's numbers, and what calls to them do. */
import {
  Alert,
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
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { type Answered, call } from '../../api/call.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatMoney, formatPhone } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { sayFailure } from '../../components/say-failure.ts';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { PhoneCallPanel } from '../../phone/call-panel.tsx';
import { callingTexts } from '../../texts/calling.ts';
import { commonTexts } from '../../texts/common.ts';
import { numberTexts } from '../../texts/sms.ts';
import { fill } from '../../texts/texts.ts';
import { Greeting } from './greeting.tsx';
import classes from './sms.module.css';

type Answer = Answered<'GET /api/accounts/{account}/numbers'>;
type OneNumber = Answer['numbers'][number];

export function NumbersPage() {
  const texts = useTexts(numberTexts);
  const { id: account } = useAccount();
  const query = useQuery({
    queryKey: ['numbers', account],
    queryFn: ({ signal }) =>
      call('GET /api/accounts/{account}/numbers', { params: { account }, signal }),
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      <QueryView query={query}>
        {(answer) => (
          <Stack gap="md">
            <ShortNumber answer={answer} />
            {answer.numbers.length === 0 ? (
              <Panel>
                <EmptyView icon="number" title={texts.emptyTitle} text={texts.emptyText} />
              </Panel>
            ) : null}
            {answer.numbers.map((number) => (
              <NumberPanel key={number.digits} number={number} currency={answer.currency} />
            ))}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function ShortNumber({ answer }: { readonly answer: Answer }) {
  const texts = useTexts(numberTexts);
  const { shortNumber } = answer;
  const said =
    shortNumber === null
      ? texts.shortNone
      : fill(shortNumber.keyword === '' ? texts.shortText : texts.shortKeyword, shortNumber);
  return (
    <Panel title={texts.shortNumber}>
      <Text size="sm" c="dimmed">
        {said}
      </Text>
    </Panel>
  );
}

type PanelProps = { readonly number: OneNumber; readonly currency: string };

function NumberPanel({ number, currency }: PanelProps) {
  const texts = useTexts(numberTexts);
  const { language } = useLanguage();
  const price = formatMoney(number.monthlyPrice, currency, language);
  const monthly = Number(number.monthlyPrice) === 0 ? texts.free : fill(texts.monthly, { price });
  const takes = [number.takesSms && texts.texts, number.takesCalls && texts.calls];
  return (
    <Panel
      title={number.label === '' ? formatPhone(number.number) : number.label}
      actions={
        <StatusBadge tone={number.isActive ? 'good' : 'bad'}>
          {number.isActive ? texts.active : `${texts.paused} ${number.why}`}
        </StatusBadge>
      }
    >
      <div className={classes['columns']}>
        {number.canForward ? (
          <Forwarding number={number} />
        ) : (
          <Text size="sm" c="dimmed">
            {texts.cannotForward}
          </Text>
        )}
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {[formatPhone(number.number), monthly, takes.filter(Boolean).join(', ')].join(' · ')}
          </Text>
          {number.takesCalls ? <CallButton number={number} /> : null}
          <Settings number={number} />
          {number.takesCalls ? <Greeting number={number.digits} /> : null}
        </Stack>
      </div>
    </Panel>
  );
}

function CallButton({ number }: { readonly number: OneNumber }) {
  const texts = useTexts(callingTexts);
  const { id: account, may } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const { data: start } = useQuery({
    queryKey: ['start', account],
    queryFn: () => call('GET /api/accounts/{account}/start', { params: { account } }),
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
        <PhoneCallPanel number={number.digits} />
      </FormModal>
    </div>
  );
}

/** Saves, says so or why not, and reads the numbers anew. */
function useSaving(save: () => Promise<unknown>) {
  const { id: account } = useAccount();
  const queries = useQueryClient();
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<unknown>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setState('busy');
    setFailure(undefined);
    try {
      await save();
      setState('saved');
      await queries.invalidateQueries({ queryKey: ['numbers', account] });
    } catch (thrown) {
      setFailure(thrown);
      setState('idle');
    }
  };
  return { state, failure, submit };
}

type SavingProps = Pick<ReturnType<typeof useSaving>, 'state' | 'failure'>;

function SaveRow({ state, failure }: SavingProps) {
  const texts = useTexts(numberTexts);
  const common = useTexts(commonTexts);
  return (
    <>
      {failure === undefined ? null : (
        <Alert color="red" role="alert">
          {failure instanceof ApiFailure ? sayFailure(failure, common) : common.wentWrong}
        </Alert>
      )}
      <Group gap="sm">
        <Button type="submit" variant="default" loading={state === 'busy'}>
          {common.save}
        </Button>
        <Text size="sm" role="status">
          {state === 'saved' ? texts.saved : ''}
        </Text>
      </Group>
    </>
  );
}

function Forwarding({ number }: { readonly number: OneNumber }) {
  const texts = useTexts(numberTexts);
  const { id: account } = useAccount();
  const maySave = useMay('send');
  const [type, setType] = useState(number.forwarding.type);
  const [target, setTarget] = useState(number.forwarding.target);
  const saving = useSaving(() =>
    call('PUT /api/accounts/{account}/numbers/{number}/forwarding', {
      params: { account, number: number.digits },
      body: { type, target: type === 0 ? '' : target },
    }),
  );
  const choose = (value: string) => {
    setType(Number(value) as typeof type);
    setTarget(Number(value) === number.forwarding.type ? number.forwarding.target : '');
  };
  return (
    <form onSubmit={(event) => void saving.submit(event)}>
      <fieldset disabled={!maySave} className={classes['fields']}>
        <Stack gap="md">
          <Radio.Group label={texts.whenCalled} value={String(type)} onChange={choose}>
            <Stack gap="xs" mt={6}>
              <Radio value="0" label={texts.off} />
              <Radio value="1" label={texts.toPhone} />
              <Radio value="2" label={texts.toVoicemail} />
            </Stack>
          </Radio.Group>
          {type === 0 ? null : (
            <TextInput
              label={type === 1 ? texts.targetPhone : texts.targetEmail}
              type={type === 1 ? 'tel' : 'email'}
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

function Settings({ number }: { readonly number: OneNumber }) {
  const texts = useTexts(numberTexts);
  const common = useTexts(commonTexts);
  const { id: account } = useAccount();
  const maySave = useMay('send');
  const [label, setLabel] = useState(number.label);
  const [options, setOptions] = useState(number.options);
  const change = (part: Partial<typeof options>) => setOptions({ ...options, ...part });
  const saving = useSaving(() =>
    call('PUT /api/accounts/{account}/numbers/{number}', {
      params: { account, number: number.digits },
      body: { label, options },
    }),
  );
  return (
    <form onSubmit={(event) => void saving.submit(event)}>
      <fieldset disabled={!maySave} className={classes['fields']}>
        <Stack gap="sm">
          <TextInput
            label={texts.label}
            value={label}
            maxLength={100}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <NumberInput
            label={texts.ringSeconds}
            min={5}
            max={120}
            value={options.ringSeconds}
            onChange={(value) => change({ ringSeconds: Number(value) || 30 })}
          />
          <NativeSelect
            label={texts.unanswered}
            value={options.unanswered}
            onChange={(event) =>
              change({ unanswered: event.currentTarget.value as typeof options.unanswered })
            }
            data={[
              { value: 'refuse', label: texts.unansweredRefuse },
              { value: 'voicemail', label: texts.unansweredVoicemail },
            ]}
          />
          {options.unanswered === 'voicemail' ? (
            <TextInput
              type="email"
              label={texts.fallbackEmail}
              value={options.fallbackEmail}
              onChange={(event) => change({ fallbackEmail: event.currentTarget.value })}
              required
            />
          ) : null}
          <TextInput
            type="email"
            label={texts.missedCallEmail}
            value={options.missedCallEmail}
            onChange={(event) => change({ missedCallEmail: event.currentTarget.value })}
          />
          <Textarea
            label={texts.missedCallText}
            description={texts.missedCallTextHelp}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={306}
            value={options.missedCallText}
            onChange={(event) => change({ missedCallText: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.language}
            value={options.language}
            onChange={(event) =>
              change({ language: event.currentTarget.value as typeof options.language })
            }
            data={[
              { value: 'en', label: common.english },
              { value: 'fr', label: common.french },
            ]}
          />
          {maySave ? <SaveRow {...saving} /> : null}
        </Stack>
      </fieldset>
    </form>
  );
}
