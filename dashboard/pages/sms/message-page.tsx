/** One message: what was asked, and its status at each phone. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatPhone } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { keyHere, ShowAsCode } from '../../components/show-as-code.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { messageTexts } from '../../texts/sms.ts';
import { countText, fill } from '../../texts/texts.ts';
import classes from './sms.module.css';
import { StateBadge } from './state-badge.tsx';
import { Story } from './story.tsx';

type Message = Answer<'message show'>;

type Names = { readonly message?: string };

export function MessagePage() {
  const texts = useTexts(messageTexts);
  const { id: account } = useAccount();
  const maySend = useMay('send');
  const message = useParams({ strict: false, select: ({ message: id }: Names) => id ?? '' });
  const query = useLiveQuery({
    queryKey: ['message show', account, message],
    kinds: ['message', 'dlr', 'smpp dlr'],
    ask: (how) => askIn(account, 'message show', { message: Number(message) }, how),
  });
  useAskedAgain(query.data?.cancellableUntil, query.refetch);
  return (
    <QueryView query={query}>
      {(found) => (
        <>
          <PageHeader
            title={fill(texts.message, { id: found.messageId })}
            text={<Link to={`/${account}/sms/messages`}>{texts.back}</Link>}
            actions={maySend ? <Actions message={found} /> : undefined}
          />
          <div className={classes['columns']}>
            <Recipient message={found} />
            <Facts message={found} />
          </div>
        </>
      )}
    </QueryView>
  );
}

/** What can be cancelled until then cannot be afterwards, without anything that the server would tell of. */
function useAskedAgain(until: string | null | undefined, ask: () => Promise<unknown>) {
  useEffect(() => {
    const waitMs = Date.parse(until ?? '') - Date.now();
    if (!(waitMs > 0 && waitMs < timerMsMax)) return undefined;
    const timer = setTimeout(() => void ask(), waitMs + 1_000);
    return () => clearTimeout(timer);
  }, [until, ask]);
}

/** Timers take 31 bits; no page stays open for so many days. */
const timerMsMax = 2 ** 31 - 2_000;

/** PDUs are stored four times a second, behind what they are about. */
const pdusKeptMs = 2_000;

function Recipient({ message }: { readonly message: Message }) {
  const texts = useTexts(messageTexts);
  const { id: account } = useAccount();
  const [place, setPlace] = useFilter('place');
  const chosen = message.recipients.find((each) => String(each.place) === (place || '0'));
  const asked = { message: message.messageId, place: chosen?.place ?? 0 };
  const query = useLiveQuery({
    queryKey: ['message story', account, asked],
    kinds: ['message', 'dlr', 'smpp dlr', 'webhook'],
    ask: (how) => askIn(account, 'message story', asked, how),
    againMs: pdusKeptMs,
  });
  return (
    <Panel
      title={texts.story}
      actions={
        chosen === undefined ? null : (
          <StateBadge state={chosen.state} scheduledAt={message.scheduledAt} />
        )
      }
    >
      <Stack gap="md">
        {message.recipients.length < 2 ? null : (
          <NativeSelect
            label={texts.recipients}
            value={place || '0'}
            onChange={(event) => setPlace(event.currentTarget.value)}
            data={message.recipients.map((each) => ({
              value: String(each.place),
              label: formatPhone(each.phone),
            }))}
          />
        )}
        <QueryView query={query}>{({ steps }) => <Story steps={steps} />}</QueryView>
      </Stack>
    </Panel>
  );
}

function Facts({ message }: { readonly message: Message }) {
  const texts = useTexts(messageTexts);
  const { from } = message;
  const origins = { key: texts.byKey, smpp: texts.bySmpp, dashboard: texts.byDashboard };
  const [only] = message.recipients.length === 1 ? message.recipients : [];
  return (
    <Stack gap="md">
      <Panel title={texts.text}>
        {message.text === null ? (
          <Text size="sm" c="dimmed">
            {texts.hidden}
          </Text>
        ) : (
          <p className={classes['text']}>{message.text}</p>
        )}
      </Panel>
      <Panel title={texts.request}>
        <dl className={classes['facts']}>
          <dt>{only === undefined ? texts.recipients : texts.to}</dt>
          <dd>{only === undefined ? message.recipients.length : formatPhone(only.phone)}</dd>
          <dt>{texts.sender}</dt>
          <dd>{message.sender || texts.defaultSender}</dd>
          <dt>{texts.acceptedAt}</dt>
          <dd>
            <Time atMs={Date.parse(message.acceptedAt)} />
          </dd>
          {message.scheduledAt === null ? null : (
            <>
              <dt>{texts.scheduledFor}</dt>
              <dd>
                <Time atMs={Date.parse(message.scheduledAt)} />
              </dd>
            </>
          )}
          <dt>{texts.validUntil}</dt>
          <dd>
            <Time atMs={Date.parse(message.validUntil)} />
          </dd>
          <dt>{texts.cost}</dt>
          <dd>
            <Money amount={message.cost} currency={message.currency} />
          </dd>
          <dt>{texts.tag}</dt>
          <dd>{message.tag || '–'}</dd>
          <dt>{texts.from}</dt>
          <dd>{fill(origins[from.kind], { id: from.id })}</dd>
          <dt>{texts.requestId}</dt>
          <dd>
            <Group gap={4} wrap="nowrap" align="flex-start">
              <Code>{message.requestId}</Code>
              <CopyButton text={message.requestId} label={texts.copyId} />
            </Group>
          </dd>
          {message.clientRequestId === '' ? null : (
            <>
              <dt>{texts.clientRequestId}</dt>
              <dd>
                <Code>{message.clientRequestId}</Code>
              </dd>
            </>
          )}
        </dl>
      </Panel>
    </Stack>
  );
}

function Actions({ message }: { readonly message: Message }) {
  const texts = useTexts(messageTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: account } = useAccount();
  const [asked, setAsked] = useState<'cancel' | 'resend'>();
  const [key, setKey] = useState('');
  const failed = message.recipients.filter(({ state }) => state === 'not delivered').length;
  const again = message.recipients.length === 1 ? 1 : failed;
  const cancel = async () => {
    await actIn(account, 'message cancel', { message: message.messageId });
    await queries.invalidateQueries();
  };
  const resend = async () => {
    const place = message.recipients.length === 1 ? { place: 0 } : {};
    const wish = { message: message.messageId, key, ...place };
    const sent = await actIn(account, 'message resend', wish);
    await navigate({ to: `/${account}/sms/messages/${sent.messageId}` });
  };
  const ask = (what: 'cancel' | 'resend') => {
    // One key for each time that it is asked: a second click sends nothing more.
    setKey(`resend-${message.messageId}-${Date.now()}`);
    setAsked(what);
  };
  return (
    <Group gap="xs">
      {message.cancellable === 0 ? null : (
        <Button variant="default" onClick={() => ask('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {again === 0 ? null : (
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size={16} />}
          onClick={() => ask('resend')}
        >
          {texts.resend}
        </Button>
      )}
      {message.text === null ? null : <ShowAsCode request={codeOf(message, message.text)} />}
      <Confirm
        isOpen={asked === 'cancel'}
        title={texts.cancelTitle}
        effect={countText(texts.cancelEffect, message.cancellable, language)}
        action={texts.cancel}
        onConfirm={cancel}
        onClose={() => setAsked(undefined)}
      />
      <Confirm
        isOpen={asked === 'resend'}
        isHarmless
        title={texts.resendTitle}
        effect={countText(texts.resendEffect, again, language)}
        action={texts.resend}
        onConfirm={resend}
        onClose={() => setAsked(undefined)}
      />
    </Group>
  );
}

/** The request that sends the same once more. */
function codeOf({ recipients, sender, tag }: Message, text: string) {
  const body = {
    apiKey: keyHere,
    phoneNumbers: recipients.map(({ phone }) => phone).join(','),
    message: text,
    ...(sender !== '' && { sender }),
    ...(tag !== '' && { tag }),
  };
  return { method: 'POST', url: `${location.origin}/v1/send`, body } as const;
}
