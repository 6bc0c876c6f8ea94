/** The keys that there are, and the switch that takes the single ones away. */
import { Kbd, Modal, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PageRoute } from '../routes/page-route.ts';
import { commonTexts } from '../texts/common.ts';
import { keysTexts } from '../texts/keys.ts';
import { navigationTexts } from '../texts/navigation.ts';
import classes from './keys-help.module.css';
import { useTexts } from './use-texts.tsx';

type HelpProps = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly pages: readonly PageRoute[];
  readonly hasLetters: boolean;
  readonly onLetters: (isOn: boolean) => void;
};

export function KeysHelp({ isOpen, close, pages, hasLetters, onLetters }: HelpProps) {
  const texts = { ...useTexts(commonTexts), ...useTexts(keysTexts) };
  const names = useTexts(navigationTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={texts.help}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack gap="md">
        <dl className={classes['keys']}>
          <Key name={texts.searchKey}>
            <Kbd>Ctrl K</Kbd> <Kbd>/</Kbd>
          </Key>
          <Key name={texts.helpKey}>
            <Kbd>?</Kbd>
          </Key>
          <Key name={texts.closeKey}>
            <Kbd>Esc</Kbd>
          </Key>
          <Key name={texts.nextRow}>
            <Kbd>j</Kbd> <Kbd>↓</Kbd>
          </Key>
          <Key name={texts.rowBefore}>
            <Kbd>k</Kbd> <Kbd>↑</Kbd>
          </Key>
          <Key name={texts.openRow}>
            <Kbd>Enter</Kbd>
          </Key>
          <Key name={texts.selectRow}>
            <Kbd>x</Kbd>
          </Key>
          <Key name={texts.selectUpTo}>
            <Kbd>Shift</Kbd> + {texts.click}
          </Key>
          {pages.map(({ path, menu }) =>
            menu?.letter === undefined ? null : (
              <Key key={path} name={names[menu.name]}>
                <Kbd>g</Kbd> <Kbd>{menu.letter}</Kbd>
              </Key>
            ),
          )}
        </dl>
        <Switch
          label={texts.letters}
          description={texts.lettersHint}
          checked={hasLetters}
          onChange={(event) => onLetters(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
