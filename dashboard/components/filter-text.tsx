/** A text that filters a list and lives in the address. */
import { TextInput } from '@mantine/core';
import { useFilter } from './use-filter.ts';

type FilterProps = { readonly name: string; readonly label: string; readonly hint?: string };

/** Counts when it is left or Enter is pressed: each letter would ask the server anew. */
export function FilterText({ name, label, hint = '' }: FilterProps) {
  const [value, set] = useFilter(name);
  return (
    <TextInput
      key={value}
      label={label}
      placeholder={hint}
      defaultValue={value}
      onBlur={(event) => set(event.currentTarget.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && set(event.currentTarget.value.trim())}
    />
  );
}
