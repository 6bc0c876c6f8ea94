/** Says on every page that somebody else's account is seen, why, and until when; it goes when the view ends. */
import { Alert, Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { act } from '../api/operate.ts';
import { FailureNote } from '../components/failure-note.tsx';
import { Icon } from '../components/icon.tsx';
import { Time } from '../components/shown.tsx';
import { useSubmit } from '../components/submit.tsx';
import { viewTexts } from '../texts/console-view.ts';
import { fill } from '../texts/texts.ts';
import { queries } from './queries.ts';
import { type Me, sessionChanged } from './session.tsx';
import { useTexts } from './use-texts.tsx';

export function ViewBanner({ me: { viewing } }: { readonly me: Me }) {
  return viewing === null ? null : <Banner viewing={viewing} />;
}

type Viewing = NonNullable<Me['viewing']>;

function Banner({ viewing }: { readonly viewing: Viewing }) {
  const texts = useTexts(viewTexts);
  const navigate = useNavigate();
  const { accountId, account, reason, endsAtMs } = viewing;
  const leave = async () => {
    await navigate({ to: '/console/accounts/$id', params: { id: String(accountId) } });
    // What was seen of the account does not stay in memory.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    await sessionChanged();
  };
  const end = useSubmit(async () => {
    await act('view end', {});
    await leave();
  });
  useEffect(() => {
    const timer = setTimeout(() => void leave(), Math.max(0, endsAtMs - Date.now()));
    return () => clearTimeout(timer);
  });
  return (
    <Alert color="yellow" role="status" mb="md" icon={<Icon name="warning" />}>
      <Group justify="space-between" gap="sm">
        <span>
          {fill(texts.banner, { account, reason })} <Time atMs={endsAtMs} />
        </span>
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isBusy}
          onClick={() => void end.run()}
        >
          {texts.end}
        </Button>
      </Group>
      <FailureNote failure={end.failure} />
    </Alert>
  );
}
