/** The end of a form: what went wrong, and the button that sends it. */
import { Button, Group } from '@mantine/core';
import { FailureNote } from './failure-note.tsx';
import type { useSubmit } from './submit.tsx';

type FormFootProps = {
  readonly sent: Pick<ReturnType<typeof useSubmit>, 'failure' | 'isBusy'>;
  readonly label: string;
};

export function FormFoot({ sent: { failure, isBusy }, label }: FormFootProps) {
  return (
    <>
      <FailureNote failure={failure} />
      <Group justify="flex-end">
        <Button type="submit" loading={isBusy}>
          {label}
        </Button>
      </Group>
    </>
  );
}
