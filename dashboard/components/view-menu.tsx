/** How a list is shown: which end comes first, and which columns it has. */
import { Button, Menu } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { listTexts } from '../texts/lists.ts';
import classes from './data-table.module.css';
import { Icon } from './icon.tsx';
import type { ListOrder } from './list-order.ts';

export type Choosable = {
  readonly name: string;
  readonly isShown: boolean;
  readonly toggle: () => void;
};

type ViewProps = { readonly order: ListOrder | undefined; readonly columns: readonly Choosable[] };

export function ViewMenu({ order, columns }: ViewProps) {
  const texts = useTexts(listTexts);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="settings" size={16} />}
        >
          {texts.view}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} className={classes['long'] ?? ''}>
        {order === undefined ? null : <OrderItems order={order} />}
        <Menu.Label>{texts.columns}</Menu.Label>
        {columns.map(({ name, isShown, toggle }) => (
          <Menu.CheckboxItem key={name} checked={isShown} onChange={toggle}>
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function OrderItems({ order: { value, set } }: { readonly order: ListOrder }) {
  const texts = useTexts(listTexts);
  return (
    <>
      <Menu.Label>{texts.order}</Menu.Label>
      {(['newest', 'oldest'] as const).map((one) => (
        <Menu.RadioItem
          key={one}
          value={one}
          checked={one === (value ?? 'newest')}
          onChange={() => set(one)}
        >
          {texts[one]}
        </Menu.RadioItem>
      ))}
    </>
  );
}
