/** One call: its two legs, what happened when and why, what it cost, and what it left. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type Answer, ask, askIn } from '../../api/operate.ts';
import { useAccount, useMay, useMe } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatDuration, formatPhone } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Money, Phone } from '../../components/shown.tsx';
import { callTexts } from '../../texts/call-pages.ts';
import { oneCallTexts, textBackTexts } from '../../texts/calls.ts';
import { fill } from '../../texts/texts.ts';
import { CallCourse } from './call-course.tsx';
import { CallTrace } from './call-trace.tsx';
import { describeRefusal } from './explain-call.ts';
import { Listen, type Voicemail, VoicemailMail } from './listen.tsx';
import type { OneCall } from './one-call.ts';
import classes from './sms.module.css';

export type Found = Answer<'call show'>;

/** While it goes on; an ended call changes no more. */
const askedAgainMs = 3_000;

export function CallPage() {
  const { id: account } = useAccount();
  const id = useParams({ strict: false, select: (names: { call?: string }) => names.call }) ?? '';
  const queryKey = ['call show', account, id];
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) =>
      askIn(
        account,
        'call show',
        { call: Number(id) },
        { signal, isBackground: client.getQueryData(queryKey) !== undefined },
      ),
    refetchInterval: ({ state }) => (state.data?.call.endedAt === null ? askedAgainMs : false),
  });
  return <QueryView query={query}>{(found) => <Shown found={found} />}</QueryView>;
}

function Shown({ found }: { readonly found: Found }) {
  const texts = useTexts(oneCallTexts);
  const { id: account } = useAccount();
  const { call: shown, voicemail, textBack, currency } = found;
  const { data: me } = useMe();
  const caller = shown.caller === '' ? texts.hidden : formatPhone(shown.caller);
  return (
    <>
      <PageHeader
        title={fill(texts.title, { caller })}
        text={<Link to={`/${account}/sms/calls`}>{texts.back}</Link>}
      />
      <div className={classes['columns']}>
        <Stack gap="md">
          <Panel title={texts.course}>
            <CallCourse shown={shown} />
          </Panel>
          {voicemail === null ? null : <LeftMessage voicemail={voicemail} />}
          {textBack === null ? null : <TextedBack textBack={textBack} />}
          {me?.user.isAdministrator === true ? <TraceOf shown={shown} /> : null}
        </Stack>
        <Stack gap="md">
          <Legs shown={shown} />
          <Price shown={shown} currency={currency} />
        </Stack>
      </div>
    </>
  );
}

/** Of administrators alone, because messages name callers who hide. */
function TraceOf({ shown: { id, endedAt } }: { readonly shown: OneCall }) {
  const query = useQuery({
    queryKey: ['call trace', id],
    queryFn: ({ signal }) => ask('call trace', { call: id }, { signal, isBackground: true }),
    refetchInterval: endedAt === null ? askedAgainMs : false,
  });
  return <QueryView query={query}>{(trace) => <CallTrace trace={trace} />}</QueryView>;
}

function Legs({ shown }: { readonly shown: OneCall }) {
  const texts = useTexts(oneCallTexts);
  const { id: account } = useAccount();
  const { caller, number, target, trunkIn, trunkOut } = shown;
  const digits = number.slice(1);
  return (
    <Panel title={texts.legs}>
      <Stack gap="sm">
        <Facts
          facts={[
            { name: texts.from, value: caller === '' ? texts.hidden : <Phone phone={caller} /> },
            { name: texts.trunkIn, value: trunkIn },
            { name: texts.to, value: <Phone phone={number} /> },
            { name: texts.target, value: target === '' ? texts.nowhere : <Phone phone={target} /> },
            { name: texts.trunkOut, value: trunkOut || '–' },
          ]}
        />
        <Stack gap={2}>
          <Link to={`/${account}/sms/numbers`}>{texts.numberSettings}</Link>
          <Link to={`/${account}/sms/calls`} search={{ number: digits }}>
            {texts.callsOfNumber}
          </Link>
          {/^\+\d+$/.test(caller) ? (
            <Link to={`/${account}/sms/messages`} search={{ to: caller }}>
              {texts.textsOfCaller}
            </Link>
          ) : null}
        </Stack>
      </Stack>
    </Panel>
  );
}

type PriceProps = { readonly shown: OneCall; readonly currency: string };

function Price({ shown: { price, billedSeconds, cost }, currency }: PriceProps) {
  const texts = useTexts(oneCallTexts);
  if (price === null) {
    return (
      <Panel title={texts.price}>
        <Text size="sm" c="dimmed">
          {texts.noPrice}
        </Text>
      </Panel>
    );
  }
  const { firstSeconds: first, nextSeconds: next } = price;
  const steps = first === 1 && next === 1 ? texts.bySecond : fill(texts.stepsText, { first, next });
  return (
    <Panel title={texts.price}>
      <Facts
        facts={[
          { name: texts.perMinute, value: <Money amount={price.perMinute} currency={currency} /> },
          { name: texts.steps, value: steps },
          { name: texts.billed, value: fill(texts.billedText, { seconds: billedSeconds }) },
          { name: texts.cost, value: <Money amount={cost} currency={currency} /> },
          { name: texts.reserved, value: <Money amount={price.reserved} currency={currency} /> },
        ]}
      />
    </Panel>
  );
}

type TextedBackProps = { readonly textBack: NonNullable<Found['textBack']> };

function TextedBack({ textBack: { state, why, messageId } }: TextedBackProps) {
  const whys = useTexts(textBackTexts);
  const texts = useTexts(oneCallTexts);
  const { id: account } = useAccount();
  const said = {
    owed: texts.textBackOwed,
    sent: texts.textBackSent,
    refused: fill(texts.textBackRefused, { why: describeRefusal(why, whys) }),
  };
  const message = messageId !== null && {
    name: texts.textBackMessage,
    value: <Link to={`/${account}/sms/messages/${messageId}`}>{messageId}</Link>,
  };
  return (
    <Panel title={texts.textBack}>
      <Facts
        facts={[
          { name: texts.textBackState, value: said[state] },
          ...(message === false ? [] : [message]),
        ]}
      />
    </Panel>
  );
}

function LeftMessage({ voicemail }: { readonly voicemail: Voicemail }) {
  const texts = useTexts(oneCallTexts);
  const lists = useTexts(callTexts);
  const { language } = useLanguage();
  const mayHear = useMay('read contents');
  return (
    <Panel title={texts.voicemail}>
      <Stack gap="sm">
        <Facts
          facts={[
            { name: lists.length, value: formatDuration(voicemail.durationMs, language) },
            { name: lists.mail, value: <VoicemailMail row={voicemail} /> },
          ]}
        />
        {mayHear ? (
          <Listen row={voicemail} />
        ) : (
          <Text size="sm" c="dimmed">
            {texts.notHeard}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
