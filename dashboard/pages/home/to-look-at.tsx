/** What went wrong lately, each with the list that shows it. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { homeTexts } from '../../texts/home.ts';
import { countText, type Plural } from '../../texts/texts.ts';
import classes from './overview.module.css';
import { type Lately, useLately, useShowLive } from './use-lately.ts';

const dayMs = 86_400_000;
const countedMax = 200;

type Trouble = {
  readonly text: Plural;
  readonly count: number;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
};

export function ToLookAt() {
  const texts = useTexts(homeTexts);
  const lately = useLately();
  return (
    <Panel title={texts.lookTitle}>
      <QueryView query={lately} rows={3}>
        {(data) => <Troubles lately={data} />}
      </QueryView>
    </Panel>
  );
}

function Troubles({ lately }: { readonly lately: Lately }) {
  const texts = useTexts(homeTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const showLive = useShowLive();
  const troubles = useTroubles(lately).filter(({ count }) => count > 0);
  if (troubles.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.lookNothing}
      </Text>
    );
  }
  return (
    <ul className={classes['list']}>
      {troubles.map(({ text, count, to, search = {} }) => (
        <li key={to + JSON.stringify(search)}>
          <Icon name="warning" size={16} />
          <Anchor
            size="sm"
            onClick={showLive}
            renderRoot={(props) => <Link to={`/${account}${to}`} search={search} {...props} />}
          >
            {countText(text, count, language)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

function useTroubles({ sms, mail }: Lately): readonly Trouble[] {
  const texts = useTexts(homeTexts);
  const refused = useRefused();
  const emails = '/email/messages';
  return [
    {
      text: texts.lookNotDelivered,
      count: sms.notDelivered,
      to: '/sms/messages',
      search: { state: 'not delivered' },
    },
    {
      text: texts.lookBounced,
      count: mail.bouncedHard + mail.bouncedSoft,
      to: emails,
      search: { state: 'bounced' },
    },
    { text: texts.lookFailed, count: mail.failed, to: emails, search: { state: 'failed' } },
    {
      text: texts.lookComplained,
      count: mail.complained,
      to: emails,
      search: { state: 'complained' },
    },
    {
      text: refused < countedMax ? texts.lookRefused : texts.lookRefusedMore,
      count: refused,
      to: '/requests',
      search: { status: '4xx', time: 'day' },
    },
  ];
}

/** Requests of the last day, as far as they are counted. */
function useRefused(): number {
  const { id: account } = useAccount();
  const { data } = useQuery({
    queryKey: ['request list', account, 'home'],
    queryFn: () => {
      const from = new Date(Date.now() - dayMs).toISOString();
      return askIn(account, 'request list', { status: '4xx', from, limit: countedMax });
    },
  });
  return data?.requests.length ?? 0;
}
