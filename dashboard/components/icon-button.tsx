/** A button that is a sign alone: it says its name to those who do not see it, and shows it under the pointer. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  readonly label: string;
  readonly icon: IconName;
  readonly onClick: () => void;
  readonly isBusy?: boolean;
  /** It is red. */
  readonly takesAway?: boolean;
  /** In the bar above the page. */
  readonly isLarge?: boolean;
};

export function IconButton({ label, icon, onClick, ...how }: Props) {
  const { isBusy = false, takesAway = false, isLarge = false } = how;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={takesAway ? 'red' : 'gray'}
        {...(isLarge && { size: 34 })}
        aria-label={label}
        loading={isBusy}
        onClick={onClick}
      >
        <Icon name={icon} size={isLarge ? 18 : 16} />
      </ActionIcon>
    </Tooltip>
  );
}
