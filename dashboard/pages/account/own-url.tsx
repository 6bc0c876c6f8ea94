/** What belongs to one URL of an account: its state and secret, a test of each kind, its last ten deliveries. */
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Icon } from '../../components/icon.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { fill } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { EndpointTrial } from '../webhooks/endpoint-trial.tsx';
import { LastDeliveries } from '../webhooks/last-deliveries.tsx';
import type { SampleKind } from '../webhooks/sample-kinds.ts';
import { SigningSecret } from '../webhooks/signing-secret.tsx';
import type { OwnUrl } from './use-settings.ts';

type Props = {
  /** What the URL is called on the page. */
  readonly name: string;
  readonly url: OwnUrl;
  readonly kinds: readonly SampleKind[];
};

export function UrlTools({ name, url, kinds }: Props) {
  const texts = useTexts(webhookTexts);
  return (
    <>
      <EndpointTrial endpoint={url.endpoint} kinds={kinds} title={fill(texts.testOf, { name })} />
      <LastDeliveries endpoint={url.endpoint} title={fill(texts.lastDeliveries, { name })} />
    </>
  );
}

/** Beside the field of a URL that is set. */
export function UrlStanding({ url }: Pick<Props, 'url'>) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const [isAsking, setAsking] = useState(false);
  return (
    <Group gap="xs">
      <UrlState url={url} />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="key" size={14} />}
        onClick={() => setAsking(true)}
      >
        {texts.rotate}
      </Button>
      <Link to={`/${account}/webhooks/${url.endpoint}`}>{texts.settings}</Link>
      <SigningSecret
        isNew
        endpoint={url.endpoint}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </Group>
  );
}

function UrlState({ url: { state } }: Pick<Props, 'url'>) {
  const texts = useTexts(webhookTexts);
  if (state === 'active') return <StatusBadge tone="good">{texts.active}</StatusBadge>;
  return state === 'paused' ? (
    <StatusBadge tone="warn">{texts.paused}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{texts.disabled}</StatusBadge>
  );
}
