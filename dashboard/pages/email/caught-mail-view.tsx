/** A caught mail: its HTML in a frame of its own, text, source, header, attachments and checks. */
import { Alert, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatBytes } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import classes from './mail-frame.module.css';

export type Caught = Answer<'mail caught show'>['mail'];

/** Where its parts are. */
export type CaughtPaths = {
  readonly html: string;
  readonly source: string;
  readonly fileAt: (place: number) => string;
};

type ViewProps = {
  readonly mail: Caught;
  readonly paths: CaughtPaths;
  readonly back: ReactNode;
  readonly actions?: ReactNode;
};

export function CaughtMailView({ mail, paths, back, actions }: ViewProps) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  return (
    <>
      <PageHeader
        title={mail.subject || texts.withoutSubject}
        text={back}
        actions={
          <Group gap="xs">
            <DownloadButton path={paths.source} name={`mail-${mail.id}.eml`}>
              {texts.source2}
            </DownloadButton>
            {actions}
          </Group>
        }
      />
      <Stack gap="lg">
        <Panel>
          <Facts
            facts={[
              { name: texts.from, value: mail.from },
              { name: texts.to, value: mail.recipients.join(', ') },
              { name: texts.caughtAt, value: <Time atMs={Date.parse(mail.caughtAt)} /> },
              { name: texts.size, value: formatBytes(mail.size, language) },
            ]}
          />
        </Panel>
        <Panel>
          <Parts mail={mail} paths={paths} />
        </Panel>
      </Stack>
    </>
  );
}

const parts = ['html', 'text', 'header', 'attachments', 'links', 'checks', 'talk'] as const;

function Parts({ mail, paths }: Pick<ViewProps, 'mail' | 'paths'>) {
  const texts = useTexts(emailTexts);
  const shown = {
    html: <Html mail={mail} paths={paths} />,
    text: <CodeBlock label={texts.text} code={mail.text} />,
    header: <Header mail={mail} />,
    attachments: <Attachments mail={mail} paths={paths} />,
    links: <Links mail={mail} />,
    checks: <Checks mail={mail} />,
    talk: <CodeBlock label={texts.talk} code={mail.dialogue} />,
  };
  return (
    <Tabs defaultValue={mail.html === '' ? 'text' : 'html'} keepMounted={false}>
      <Tabs.List>
        {parts.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {texts[part]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part} value={part} pt="md">
          {shown[part]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Html({ mail, paths }: Pick<ViewProps, 'mail' | 'paths'>) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  if (mail.html === '') return <Text size="sm">{texts.noHtml}</Text>;
  return (
    <Stack gap="xs">
      {mail.remote === 0 ? null : (
        <Alert color="gray" p="xs">
          {countText(texts.remoteBlocked, mail.remote, language)}
        </Alert>
      )}
      <SegmentedControl
        aria-label={texts.width}
        size="xs"
        value={width}
        onChange={(chosen) => setWidth(chosen === 'phone' ? 'phone' : 'wide')}
        data={[
          { value: 'wide', label: texts.asWide },
          { value: 'phone', label: texts.asPhone },
        ]}
      />
      <iframe
        className={classes['frame']}
        data-width={width}
        title={texts.html}
        src={paths.html}
        sandbox=""
      />
    </Stack>
  );
}

function Header({ mail }: { readonly mail: Caught }) {
  const texts = useTexts(emailTexts);
  const rows = mail.header.map((field, place) => ({ ...field, place }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { name: texts.field, isTitle: true, show: ({ name }) => <Code>{name}</Code> },
    { name: texts.value, show: ({ value }) => <Code>{value}</Code> },
  ];
  return (
    <DataTable
      label={texts.header}
      columns={columns}
      rows={rows}
      keyOf={({ place }) => place}
      empty={null}
    />
  );
}

function Attachments({ mail, paths }: Pick<ViewProps, 'mail' | 'paths'>) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const columns: readonly Column<Caught['attachments'][number]>[] = [
    {
      name: texts.name,
      isTitle: true,
      show: ({ name, place }) => (
        <DownloadButton
          path={paths.fileAt(place)}
          name={name || `attachment-${place}`}
          size="compact-sm"
        >
          {name || texts.unnamed}
        </DownloadButton>
      ),
    },
    { name: texts.type, show: ({ type }) => <Code>{type}</Code> },
    { name: texts.size, isFigure: true, show: ({ size }) => formatBytes(size, language) },
  ];
  return (
    <DataTable
      label={texts.attachments}
      columns={columns}
      rows={mail.attachments}
      keyOf={({ place }) => place}
      empty={<Text size="sm">{texts.noFiles}</Text>}
    />
  );
}

/** As texts: where a link of a mail leads is nothing to click by mistake. */
function Links({ mail }: { readonly mail: Caught }) {
  const texts = useTexts(emailTexts);
  if (mail.links.length === 0) return <Text size="sm">{texts.noLinks}</Text>;
  return <CodeBlock label={texts.links} code={mail.links.join('\n')} />;
}

const checkTones = { ok: 'good', wrong: 'bad', none: 'quiet' } as const;

function Checks({ mail }: { readonly mail: Caught }) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const columns: readonly Column<Caught['checks'][number]>[] = [
    { name: texts.about, isTitle: true, show: ({ about }) => texts[about] },
    {
      name: texts.verdict,
      show: ({ verdict }) => <StatusBadge tone={checkTones[verdict]}>{texts[verdict]}</StatusBadge>,
    },
    { name: texts.why, show: ({ why }) => why[language] },
  ];
  return (
    <DataTable
      label={texts.checks}
      columns={columns}
      rows={mail.checks}
      keyOf={({ about }) => about}
      empty={null}
    />
  );
}
