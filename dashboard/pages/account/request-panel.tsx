/** The details of one request of the log: what was asked, what was answered, and what to do about a refusal. */
import { Anchor, Drawer, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatNumber } from '../../components/format.ts';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { commonTexts } from '../../texts/common.ts';
import { requestTexts } from '../../texts/requests.ts';
import { countText, fill } from '../../texts/texts.ts';
import { indented, keyName, toneOf } from './request-shown.ts';

type Request = Answer<'request show'>['request'];

/** Open while the address names a request. */
export function RequestPanel() {
  const texts = { ...useTexts(commonTexts), ...useTexts(requestTexts) };
  const { id: account } = useAccount();
  const [open, setOpen] = useFilter('request');
  const query = useQuery({
    queryKey: ['request show', account, open],
    queryFn: () => askIn(account, 'request show', { request: Number(open) }),
    enabled: open !== '',
  });
  return (
    <Drawer
      opened={open !== ''}
      onClose={() => setOpen('')}
      position="right"
      size="lg"
      title={fill(texts.details, { id: open })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {open === '' ? null : (
        <QueryView query={query}>{({ request }) => <Details request={request} />}</QueryView>
      )}
    </Drawer>
  );
}

function Details({ request }: { readonly request: Request }) {
  const texts = useTexts(requestTexts);
  const { language } = useLanguage();
  const { parameters, answer, skipped } = request;
  return (
    <Stack gap="md">
      <RequestFacts request={request} />
      <Help request={request} />
      {skipped === 0 ? null : <Text size="sm">{countText(texts.skipped, skipped, language)}</Text>}
      <div>
        <Title order={3} size="h5" mb={6}>
          {texts.parameters}
        </Title>
        <CodeBlock code={indented(parameters)} label={texts.parameters} />
      </div>
      <div>
        <Title order={3} size="h5" mb={6}>
          {texts.answer}
        </Title>
        {answer === '' ? (
          <Text size="sm">{texts.noAnswer}</Text>
        ) : (
          <CodeBlock code={indented(answer)} label={texts.answer} />
        )}
      </div>
    </Stack>
  );
}

function RequestFacts({ request }: { readonly request: Request }) {
  const texts = useTexts(requestTexts);
  const { language } = useLanguage();
  const { method, path, status, key, network, requestId, durationMs, octets, at } = request;
  const took = fill(texts.milliseconds, { count: formatNumber(durationMs, language) });
  return (
    <Facts
      facts={[
        { name: texts.path, value: <Code>{`${method} ${path}`}</Code> },
        {
          name: texts.status,
          value: <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>,
        },
        { name: texts.at, value: <Time atMs={Date.parse(at)} /> },
        { name: texts.duration, value: took },
        { name: texts.key, value: key === null ? texts.noKey : keyName(key) },
        { name: texts.network, value: network === '' ? '–' : network },
        { name: texts.octets, value: countText(texts.octetsText, octets, language) },
        { name: texts.requestId, value: <Code>{requestId}</Code> },
      ]}
    />
  );
}

/** Of a refusal; the documentation has a heading for its code. */
function Help({ request: { says, fix, refusal, code } }: { readonly request: Request }) {
  const texts = useTexts(requestTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  if (refusal === null) return null;
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        {texts.fix}
      </Title>
      {says === null ? null : (
        <Text size="sm" fw={600}>
          {says[language]}
        </Text>
      )}
      {fix === null ? null : <Text size="sm">{fix[language]}</Text>}
      {code === null ? null : (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to={`/${account}/docs/errors`} hash={`code-${code}`} {...props} />
          )}
        >
          {fill(texts.toErrors, { code })}
        </Anchor>
      )}
    </div>
  );
}
