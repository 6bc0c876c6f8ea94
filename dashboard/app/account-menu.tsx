/** Which account is looked at; with one alone there is nothing to choose. */
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../components/icon.tsx';
import { commonTexts } from '../texts/common.ts';
import type { Me } from './session.tsx';
import classes from './top-menu.module.css';
import { useTexts } from './use-texts.tsx';

type AccountMenuProps = { readonly me: Me; readonly accountId: number | undefined };

export function AccountMenu({ me, accountId }: AccountMenuProps) {
  const texts = useTexts(commonTexts);
  const chosen = me.accounts.find(({ id }) => id === accountId);
  if (chosen === undefined) return null;
  if (me.accounts.length === 1) {
    return (
      <Text size="sm" fw={600} truncate>
        {chosen.name}
      </Text>
    );
  }
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={classes['button'] ?? ''}
          aria-label={`${texts.accounts}: ${chosen.name}`}
        >
          <Text size="sm" fw={600} truncate>
            {chosen.name}
          </Text>
          <Icon name="down" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes['long'] ?? ''}>
        <Menu.Label>{texts.accounts}</Menu.Label>
        {me.accounts.map(({ id, name }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={`/${id}/home`}
            rightSection={id === accountId ? <Icon name="check" size={16} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
