/** A text that filters a list as it is typed, and lives in the address. */
import { TextInput } from '@mantine/core';
import { useFilter } from './use-filter.ts';
import { useTyped } from './use-typed.ts';

type FilterProps = { readonly name: string; readonly label: string; readonly hint?: string };

export function FilterText({ name, label, hint = '' }: FilterProps) {
  const [value, set] = useFilter(name);
  return <TextInput label={label} placeholder={hint} {...useTyped(value, set)} />;
}
