/** The button of a page or a panel that adds one more of what it lists. */
import { Button } from '@mantine/core';
import { Icon } from './icon.tsx';

type Props = {
  readonly onClick: () => void;
  /** In the head of a panel: small. */
  readonly isCompact?: boolean;
  readonly children: string;
};

export function AddButton({ onClick, isCompact = false, children }: Props) {
  return (
    <Button
      size={isCompact ? 'compact-sm' : 'sm'}
      leftSection={<Icon name="plus" size={isCompact ? 14 : 16} />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
