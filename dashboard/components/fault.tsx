/** A failed attempt in words, with the raw text that came of it below. */
import { Text } from '@mantine/core';
import { useLanguage } from '../app/use-texts.tsx';
import { Excerpt } from './excerpt.tsx';
import { type Fault as Failed, unsaidOf } from './explain-fault.ts';
import { Code } from './shown.tsx';

type FaultProps = {
  readonly fault: Failed;
  /** As it was recorded. */
  readonly raw: string;
  /** In a list: two lines, and the rest where the pointer stands. */
  readonly isShort?: boolean;
};

export function Fault({ fault, raw, isShort = false }: FaultProps) {
  const { language } = useLanguage();
  const says = fault?.says[language];
  const unsaid = unsaidOf(raw, fault);
  if (raw === '') return null;
  if (isShort) {
    return (
      <Excerpt
        text={says ?? raw}
        lines={2}
        {...(says !== undefined && unsaid !== undefined && { more: unsaid })}
      />
    );
  }
  if (says === undefined) return <Code>{raw}</Code>;
  return (
    <div>
      <Text size="sm">{says}</Text>
      {unsaid === undefined ? null : <Code>{unsaid}</Code>}
    </div>
  );
}
