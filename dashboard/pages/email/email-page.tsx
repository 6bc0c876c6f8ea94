/** One email: who got it, and the story of each copy with what the mail servers said. */
import { Button, Drawer, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { keyHere, ShowAsCode } from '../../components/show-as-code.tsx';
import { Code, Money, Time } from '../../components/shown.tsx';
import { urlOf } from '../../components/snippets.ts';
import { commonTexts } from '../../texts/common.ts';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import { EmailBody } from './email-body.tsx';
import classes from './email-page.module.css';
import { type Mail, MailState, useMeaning } from './mail-state.tsx';
import { MailStory } from './mail-story.tsx';
import { Resend } from './resend.tsx';

type Found = Answer<'mail show'>;

export function EmailPage() {
  const account = useAccount().id;
  const id = useParams({ strict: false, select: (names: { email?: string }) => names.email }) ?? '';
  const query = useLiveQuery({
    queryKey: ['mail show', account, id],
    kinds: ['email', 'mail'],
    ask: (how) => askIn(account, 'mail show', { email: Number(id) }, how),
  });
  return <QueryView query={query}>{(found) => <Shown found={found} />}</QueryView>;
}

function Shown({ found: { email, mails } }: { readonly found: Found }) {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const [opened, setOpened] = useState<Mail>();
  const mayRead = useMay('read contents');
  const maySend = useMay('send');
  const meaning = useMeaning();
  const textOf = ({ address, state, class: why }: Mail) =>
    [address, texts[state], why === '' ? '' : meaning(why)].join(' ');
  // Its story needs no choice.
  const [only] = mails.length === 1 ? mails : [];
  return (
    <>
      <PageHeader
        title={email.subject || texts.withoutSubject}
        text={<Link to={`/${account}/email/messages`}>{texts.back}</Link>}
        actions={
          <>
            {mayRead && only !== undefined ? <AsCaught id={only.caughtId} /> : null}
            {maySend && email.cancellable > 0 ? <TakeBack email={email} /> : null}
            {maySend && !email.isNotice ? <Resend email={email.id} mails={mails} /> : null}
            <ShowAsCode request={statusOf(email.id)} />
          </>
        }
      />
      <Stack gap="lg">
        <Panel>
          <Facts facts={useFacts(email, mails)} />
        </Panel>
        <ShortList
          list="copies"
          title={texts.copies}
          label={texts.copies}
          rowsAtFirst={copiesAtFirst}
          columns={useColumns(email.currency)}
          rows={mails}
          keyOf={({ id }) => id}
          textOf={textOf}
          onOpen={mayRead && only === undefined ? setOpened : undefined}
          empty={null}
        />
        {mayRead ? (
          <div className={classes['columns']}>
            <EmailBody email={email.id} />
            {only === undefined ? null : (
              <Stack gap="lg">
                <MailStory email={email.id} mail={only.id} />
              </Stack>
            )}
          </div>
        ) : null}
      </Stack>
      <Opened email={email.id} mail={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** The others stand behind a button, so that the body is not far below. */
const copiesAtFirst = 20;

function AsCaught({ id }: { readonly id: number | null }) {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  if (id === null) return null;
  return (
    <Button
      renderRoot={(props) => <Link to={`/${account}/email/catcher/${id}`} {...props} />}
      variant="default"
    >
      {texts.asCaught}
    </Button>
  );
}

/** The request that tells what this page tells. */
function statusOf(emailId: number) {
  const query = { apiKey: keyHere, messageId: String(emailId) };
  return { method: 'GET', url: urlOf(location.origin, '/mail/v1/bulk-status', query) } as const;
}

/** What may still leave; of the others no more tries are made. */
const underWay: ReadonlySet<Mail['state']> = new Set(['scheduled', 'queued', 'deferred', 'held']);

function useFacts(email: Found['email'], mails: readonly Mail[]) {
  const texts = useTexts(emailTexts);
  return [
    {
      name: texts.from,
      value: email.fromName ? `${email.fromName} <${email.sender}>` : email.sender,
    },
    { name: texts.accepted, value: <Time atMs={Date.parse(email.acceptedAt)} /> },
    {
      name: texts.leaves,
      value:
        email.scheduledAt === null ? texts.atOnce : <Time atMs={Date.parse(email.scheduledAt)} />,
    },
    ...(mails.some(({ state }) => underWay.has(state))
      ? [{ name: texts.triedUntil, value: <Time atMs={Date.parse(email.validUntil)} /> }]
      : []),
    ...(email.replyTo === null ? [] : [{ name: texts.replyTo, value: email.replyTo }]),
    ...(email.tag === '' ? [] : [{ name: texts.tag, value: email.tag }]),
    ...(email.attachments.length === 0
      ? []
      : [
          {
            name: texts.attached,
            value: email.attachments.map(({ filename }) => filename).join(', '),
          },
        ]),
    { name: texts.request, value: <Code>{email.requestId || '–'}</Code> },
    ...(email.clientRequestId === ''
      ? []
      : [{ name: texts.clientRequest, value: <Code>{email.clientRequestId}</Code> }]),
  ];
}

function useColumns(currency: string): readonly Column<Mail>[] {
  const texts = useTexts(emailTexts);
  const meaning = useMeaning();
  return [
    { name: texts.to, isTitle: true, show: ({ address }) => address },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: ({ state }) => <MailState state={state} />,
    },
    {
      id: 'why',
      name: texts.why,
      card: 'line',
      show: (mail) => (mail.class === '' ? '' : meaning(mail.class)),
    },
    {
      id: 'since',
      name: texts.since,
      card: 'foot',
      show: ({ since }) => <Time atMs={Date.parse(since)} />,
    },
    {
      id: 'cost',
      name: texts.cost,
      card: 'foot',
      isFigure: true,
      show: ({ cost }) => <Money amount={cost} currency={currency} />,
    },
  ];
}

function TakeBack({ email }: { readonly email: Found['email'] }) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={texts.cancel}
        effect={countText(texts.cancelEffect, email.cancellable, language)}
        action={texts.cancel}
        onClose={() => setAsking(false)}
        onConfirm={() => actIn(account, 'mail cancel', { email: email.id })}
      />
    </>
  );
}

type OpenedProps = {
  readonly email: number;
  readonly mail: Mail | undefined;
  readonly onClose: () => void;
};

function Opened({ email, mail, onClose }: OpenedProps) {
  const common = useTexts(commonTexts);
  return (
    <Drawer
      opened={mail !== undefined}
      onClose={onClose}
      title={mail?.address ?? ''}
      position="right"
      size="xl"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {mail === undefined ? null : (
        <Stack gap="lg">
          <AsCaught id={mail.caughtId} />
          <MailStory email={email} mail={mail.id} />
        </Stack>
      )}
    </Drawer>
  );
}
