/** Why something that a person asked for was not done, beside the button that asked. */
import { Alert } from '@mantine/core';
import { ApiFailure } from '../api/api-failure.ts';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { fill } from '../texts/texts.ts';
import { sayFailure } from './say-failure.ts';

export function FailureNote({ failure }: { readonly failure: unknown }) {
  const texts = useTexts(commonTexts);
  if (failure === undefined) return null;
  const told = failure instanceof ApiFailure ? failure : undefined;
  const request =
    told?.requestId === undefined || told.status < 500
      ? ''
      : ` · ${fill(texts.requestId, { id: told.requestId })}`;
  return (
    <Alert color="red" role="alert" p="xs">
      {told === undefined ? texts.wentWrong : sayFailure(told, texts)}
      {request}
    </Alert>
  );
}
