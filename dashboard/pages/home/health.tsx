/** How operators and endpoints do now; operators for those who run the installation. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, askIn } from '../../api/operate.ts';
import { useAccount, useMe } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { homeTexts } from '../../texts/home.ts';
import { BindsBadge } from '../console/binds-badge.tsx';
import { EndpointState } from '../webhooks/outcome-badge.tsx';
import classes from './overview.module.css';

const everyMs = 30_000;
const shownMax = 8;

export function Health() {
  const texts = useTexts(homeTexts);
  const { data: me } = useMe();
  return (
    <Panel title={texts.healthTitle}>
      <div className={classes['health']}>
        {me?.user.isAdministrator === true ? <Operators /> : null}
        <Endpoints />
      </div>
    </Panel>
  );
}

function Operators() {
  const texts = useTexts(homeTexts);
  const query = useQuery({
    queryKey: ['operator list'],
    queryFn: ({ signal }) => ask('operator list', {}, { signal, isBackground: true }),
    refetchInterval: everyMs,
  });
  return (
    <QueryView query={query} rows={2}>
      {({ operators }) => (
        <Group
          title={texts.healthOperators}
          to="/console/operators"
          items={operators.map((operator) => ({
            key: operator.id,
            name: operator.name,
            to: `/console/operators/${encodeURIComponent(operator.name)}`,
            state: <BindsBadge operator={operator} />,
          }))}
        />
      )}
    </QueryView>
  );
}

function Endpoints() {
  const texts = useTexts(homeTexts);
  const { id: account } = useAccount();
  const query = useQuery({
    queryKey: ['endpoint list', account],
    queryFn: ({ signal }) => askIn(account, 'endpoint list', {}, { signal, isBackground: true }),
    refetchInterval: everyMs,
  });
  return (
    <QueryView query={query} rows={2}>
      {({ endpoints }) => (
        <Group
          title={texts.healthEndpoints}
          to={`/${account}/webhooks`}
          items={endpoints.map((endpoint) => ({
            key: endpoint.id,
            name: endpoint.name,
            to: `/${account}/webhooks/${endpoint.id}`,
            state: <EndpointState endpoint={endpoint} />,
          }))}
        />
      )}
    </QueryView>
  );
}

type GroupProps = {
  readonly title: string;
  /** Where all of them are. */
  readonly to: string;
  readonly items: readonly {
    readonly key: number;
    readonly name: string;
    readonly to: string;
    readonly state: ReactNode;
  }[];
};

function Group({ title, to, items }: GroupProps) {
  const texts = useTexts(homeTexts);
  return (
    <section>
      <Anchor size="sm" fw={600} renderRoot={(props) => <Link to={to} {...props} />}>
        {title}
      </Anchor>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.healthNone}
        </Text>
      ) : (
        <ul className={classes['states']}>
          {items.slice(0, shownMax).map((item) => (
            <li key={item.key}>
              <Anchor size="sm" renderRoot={(props) => <Link to={item.to} {...props} />}>
                {item.name}
              </Anchor>
              {item.state}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
