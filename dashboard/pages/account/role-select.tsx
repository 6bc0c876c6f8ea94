/** Chooses the role of a person in an account. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { accountTexts } from '../../texts/account.ts';

export type Role = Answer<'member list'>['members'][number]['role'];

const roles: readonly Role[] = ['owner', 'developer', 'support', 'billing', 'viewer'];

type Props = Pick<NativeSelectProps, 'label' | 'aria-label'> & {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
};

export function RoleSelect({ onChange, ...shown }: Props) {
  const texts = useTexts(accountTexts);
  return (
    <NativeSelect
      {...shown}
      onChange={(event) => onChange(roleOf(event.currentTarget.value))}
      data={roles.map((value) => ({ value, label: texts[value] }))}
    />
  );
}

function roleOf(text: string): Role {
  return roles.find((role) => role === text) ?? 'viewer';
}
