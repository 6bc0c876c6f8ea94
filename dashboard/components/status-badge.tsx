/** A state as a word with a sign; the colour only repeats it. */
import { Icon, type IconName } from './icon.tsx';
import classes from './status-badge.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';

const signs: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  bad: 'cross',
  warn: 'warning',
  info: 'clock',
  quiet: 'info',
};

type BadgeProps = { readonly tone: Tone; readonly children: string; readonly icon?: IconName };

export function StatusBadge({ tone, children, icon = signs[tone] }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}
