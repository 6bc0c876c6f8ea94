/** What can be done with one row: small buttons in its last column; what takes away is red. */
import { Button, Group } from '@mantine/core';

type RowAction = { readonly label: string; readonly run: () => void; readonly takesAway?: boolean };

export function RowActions({
  actions,
  isAtEnd = false,
}: {
  readonly actions: readonly RowAction[];
  readonly isAtEnd?: boolean;
}) {
  return (
    <Group
      gap={4}
      wrap="nowrap"
      my={-3}
      // Their words stand in line with those of the head.
      {...(isAtEnd ? { justify: 'flex-end', mr: -8 } : { ml: -8 })}
    >
      {actions.map(({ label, run, takesAway = false }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="subtle"
          {...(takesAway && { color: 'red' })}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
