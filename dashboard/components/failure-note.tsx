/** Why something that a person asked for was not done, and what to do about it, beside the button that asked. */
import { Alert, Text } from '@mantine/core';
import { ApiFailure } from '../api/api-failure.ts';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { sayFailure } from './say-failure.ts';

/** Undefined and null: it has not failed. */
export function FailureNote({ failure }: { readonly failure: unknown }) {
  const texts = useTexts(commonTexts);
  if (failure === undefined || failure === null) return null;
  const { what, fix, request } = sayFailure(failure, texts);
  // Of what a person did wrong, the log has no more than the page says.
  const isOurs = failure instanceof ApiFailure && failure.status >= 500;
  return (
    <Alert color="red" role="alert" p="xs">
      {what} {fix}
      {isOurs && request !== '' ? (
        <Text size="xs" ff="monospace">
          {request}
        </Text>
      ) : null}
    </Alert>
  );
}
