/** How a list is shown: in which order, and which columns it has. */
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

export type Sortable = {
  readonly name: string;
  /** Undefined: rows are not in its order. */
  readonly way: 'up' | 'down' | undefined;
  readonly turn: () => void;
};

type ViewProps = {
  readonly order: ListOrder | undefined;
  readonly sorts: readonly Sortable[];
  readonly columns: readonly Choosable[];
};

export function ViewMenu({ order, sorts, columns }: ViewProps) {
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
        {sorts.length === 0 ? null : <Menu.Label>{texts.order}</Menu.Label>}
        {sorts.map(({ name, way, turn }) => (
          <Menu.CheckboxItem key={`sort ${name}`} checked={way !== undefined} onChange={turn}>
            {name} {way === undefined ? '' : { up: '↑', down: '↓' }[way]}
          </Menu.CheckboxItem>
        ))}
        {columns.length === 0 ? null : <Menu.Label>{texts.columns}</Menu.Label>}
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
