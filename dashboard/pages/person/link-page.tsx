/**
 * A page that is opened by a one-time link: the link is looked at first, so that nobody fills in a form that is
 * refused at its end. Its token stands behind the #, which no browser sends to a server or to another page.
 */
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { sayFailure } from '../../components/say-failure.ts';
import { FailedView, Waiting } from '../../components/states.tsx';
import { commonTexts } from '../../texts/common.ts';
import { personTexts } from '../../texts/person.ts';

export function useLinkToken(): string {
  // Kept: the address of the page may change under it.
  const [token] = useState(() => location.hash.slice(1));
  return token;
}

type LinkPageProps<Found> = {
  readonly token: string;
  readonly title: (found: Found | undefined) => string;
  /** What to do where the address of the page has no token. */
  readonly noToken: ReactNode;
  readonly look: () => Promise<Found>;
  readonly show: (found: Found) => ReactNode;
};

export function LinkPage<Found>({ token, title, noToken, look, show }: LinkPageProps<Found>) {
  const texts = useTexts(personTexts);
  const { data, error, refetch } = useQuery({
    queryKey: ['link', location.pathname, token],
    queryFn: look,
    enabled: token !== '',
    retry: false,
    // A link that was used is no longer valid: what it opened stays until the page is left.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '') return <CardPage title={title(undefined)}>{noToken}</CardPage>;
  if (error instanceof ApiFailure && !error.mayRetry) {
    return (
      <CardPage title={texts.linkFails}>
        <LinkFailed failure={error} />
      </CardPage>
    );
  }
  return (
    <CardPage title={title(data)}>
      {data !== undefined ? show(data) : null}
      {data === undefined && error === null ? <Waiting rows={3} /> : null}
      {error === null ? null : <FailedView failure={error} retry={() => void refetch()} />}
    </CardPage>
  );
}

function LinkFailed({ failure }: { readonly failure: ApiFailure }) {
  const texts = { ...useTexts(commonTexts), ...useTexts(personTexts) };
  const { what, fix } = sayFailure(failure, texts);
  return (
    <Stack gap="md" role="alert">
      <Text size="sm">{what}</Text>
      <Text size="sm">{fix}</Text>
      <Button component="a" href="/" variant="default" fullWidth>
        {texts.leaveLink}
      </Button>
    </Stack>
  );
}
