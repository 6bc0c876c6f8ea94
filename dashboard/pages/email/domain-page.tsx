/** One domain: each record, wanted and found, and why it is wrong. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView, whileThere } from '../../components/query-view.tsx';
import { Code } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { mailDomainTexts } from '../../texts/mail-domains.ts';

type Checked = Answer<'domain check'>;
/** While somebody waits for what they have entered to be seen. */
const everyMs = 10_000;

type Checked1 = Checked['records'][number];

export function DomainPage() {
  const texts = useTexts(mailDomainTexts);
  const account = useAccount().id;
  const domain =
    useParams({ strict: false, select: (names: { domain?: string }) => names.domain }) ?? '';
  const queryKey = ['domain check', account, domain];
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined;
      return actIn(account, 'domain check', { domain }, { signal, isBackground });
    },
    refetchInterval: whileThere(everyMs),
  });
  const mayChange = useMay('manage keys');
  return (
    <>
      <PageHeader
        title={domain}
        text={<Link to={`/${account}/email/domains`}>{texts.allDomains}</Link>}
        actions={
          <>
            <Button
              loading={query.isFetching}
              onClick={() => void query.refetch()}
              leftSection={<Icon name="refresh" size={16} />}
            >
              {texts.check}
            </Button>
            {mayChange ? <Changes domain={domain} /> : null}
          </>
        }
      />
      <QueryView query={query}>{(checked) => <Records checked={checked} />}</QueryView>
    </>
  );
}

function Records({ checked }: { readonly checked: Checked }) {
  const texts = useTexts(mailDomainTexts);
  const { language } = useLanguage();
  const columns: readonly Column<Checked1>[] = [
    {
      name: texts.verdict,
      isTitle: true,
      show: ({ verdict }) => <StatusBadge tone={tones[verdict]}>{texts[verdict]}</StatusBadge>,
    },
    {
      name: texts.record,
      show: ({ type, name, isRequired }) => (
        <Stack gap={2}>
          <Code>{name}</Code>
          <Text span size="xs" c="dimmed">
            {isRequired ? type : `${type} · ${texts.optional}`}
          </Text>
        </Stack>
      ),
    },
    {
      name: texts.wanted,
      show: ({ expected }) => (
        <>
          <Code>{expected}</Code>
          <CopyButton text={expected} />
        </>
      ),
    },
    {
      name: texts.found,
      show: ({ found, why }) => (
        <Stack gap={2}>
          <Code>{found.join('\n') || texts.nothingFound}</Code>
          <Text span size="xs" c="dimmed">
            {why[language]}
          </Text>
        </Stack>
      ),
    },
  ];
  return (
    <Stack gap="lg">
      <Alert color={checked.isTaken ? 'red' : checked.proved ? 'green' : 'yellow'} role="status">
        {checked.isTaken ? texts.taken : checked.sentence[language]}
      </Alert>
      <Text size="sm" c="dimmed">
        {texts.checkHint}
      </Text>
      <Panel isFlush>
        <DataTable
          label={texts.domains}
          columns={columns}
          rows={checked.records}
          keyOf={({ purpose, name }) => `${purpose} ${name}`}
          empty={null}
        />
      </Panel>
    </Stack>
  );
}

const tones = { ok: 'good', wrong: 'bad', missing: 'warn', unknown: 'quiet' } as const;

function Changes({ domain }: { readonly domain: string }) {
  const texts = useTexts(mailDomainTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'rotate' | 'remove'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <Button variant="default" onClick={() => setAsking('rotate')}>
        {texts.rotate}
      </Button>
      <Button variant="default" color="red" onClick={() => setAsking('remove')}>
        {texts.removeDomain}
      </Button>
      <Confirm
        isOpen={asking === 'rotate'}
        title={texts.rotate}
        effect={texts.rotateEffect}
        action={texts.rotate}
        isHarmless
        onClose={close}
        onConfirm={async () => {
          await actIn(account, 'domain rotate', { domain });
          await queries.invalidateQueries({ queryKey: ['domain check', account] });
        }}
      />
      <Confirm
        isOpen={asking === 'remove'}
        title={texts.removeDomain}
        effect={texts.removeDomainEffect}
        action={texts.removeDomain}
        onClose={close}
        onConfirm={async () => {
          await actIn(account, 'domain remove', { domain });
          await navigate({ to: `/${account}/email/domains` });
          queries.removeQueries({ queryKey: ['domain check', account, domain] });
        }}
      />
    </>
  );
}
