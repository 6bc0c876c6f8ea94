/** The subscribers of the built-in operator, each with what it is switched to. */
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../app/use-texts.tsx';
import { formatPhone } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { phonesTexts } from '../../texts/phones.ts';
import classes from './phones-page.module.css';
import type { Subscriber } from './subscriber.ts';
import { habitNames, stateNames } from './switch-names.ts';

type SubscribersProps = {
  readonly phones: readonly Subscriber[];
  /** Digits. */
  readonly chosen: string;
  readonly onChoose: (phone: string) => void;
};

export function Subscribers({ phones, chosen, onChoose }: SubscribersProps) {
  const texts = useTexts(phonesTexts);
  return (
    <Panel title={texts.subscribers} isFlush>
      <ul className={classes['subscribers']}>
        {phones.map(({ phone, state, reports }) => (
          <li key={phone}>
            <UnstyledButton
              className={classes['subscriber'] ?? ''}
              aria-pressed={phone === chosen}
              onClick={() => onChoose(phone)}
            >
              <span className={classes['figure']}>{formatPhone(phone)}</span>
              <StatusBadge tone={state === 'on' && reports === 'usual' ? 'good' : 'warn'}>
                {state === 'on' && reports !== 'usual'
                  ? texts[habitNames[reports]]
                  : texts[stateNames[state]]}
              </StatusBadge>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
