/** A button that makes the request of an example, and what the server answers. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { docsTexts } from '../../texts/docs.ts';
import type { CurlRequest } from './curl.ts';
import classes from './run-example.module.css';

export type Answer = { readonly status: number; readonly text: string };

type RunProps = { readonly request: CurlRequest; readonly onAnswer: (answer: Answer) => void };

export function RunExample({ request, onAnswer }: RunProps) {
  const texts = useTexts(docsTexts);
  const [answer, setAnswer] = useState<Answer>();
  const { isBusy, failure, run } = useSubmit(async () => {
    const given = await ask(request);
    setAnswer(given);
    onAnswer(given);
  });
  return (
    <div className={classes['run']}>
      <Group gap="sm">
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void run()}>
          {texts.run}
        </Button>
        <Text size="sm" c="dimmed">
          {texts.runText}
        </Text>
      </Group>
      <div role="status">
        {answer === undefined ? null : (
          <CodeBlock code={`HTTP ${answer.status}\n${answer.text}`} label={texts.answer} />
        )}
      </div>
      <FailureNote failure={failure} />
    </div>
  );
}

const waitMs = 30_000;

/** As a program asks: with the key, without the session. A refusal is an answer, too. */
async function ask({ method, target, headers, body }: CurlRequest): Promise<Answer> {
  try {
    const response = await fetch(target, {
      method,
      headers: { 'Accept-Language': document.documentElement.lang, ...headers },
      body,
      credentials: 'omit',
      signal: AbortSignal.timeout(waitMs),
    });
    return { status: response.status, text: spread(await response.text()) };
  } catch (cause) {
    throw new ApiFailure({ status: 0, word: 'no answer', cause });
  }
}

function spread(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
