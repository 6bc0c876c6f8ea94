/** A text that filters a list as it is typed, and lives in the address. */
import { TextInput } from '@mantine/core';
import { useFilter } from './use-filter.ts';
import { useTyped } from './use-typed.ts';

type FilterProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** In the head of a panel: small, its label in the field. */
  readonly isCompact?: boolean;
};

export function FilterText({ name, label, hint = '', isCompact = false }: FilterProps) {
  const [value, set] = useFilter(name);
  const typed = useTyped(value, set);
  return isCompact ? (
    <TextInput size="xs" aria-label={label} placeholder={hint || label} {...typed} />
  ) : (
    <TextInput label={label} placeholder={hint} {...typed} />
  );
}
