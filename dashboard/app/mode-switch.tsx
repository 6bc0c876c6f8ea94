/** Whether pages show what test keys sent, or what went out. */
import { SegmentedControl } from '@mantine/core';
import { commonTexts } from '../texts/common.ts';
import { type Mode, useMode } from './session.tsx';
import { useTexts } from './use-texts.tsx';

export function ModeSwitch() {
  const texts = useTexts(commonTexts);
  const { mode, choose } = useMode();
  return (
    <SegmentedControl<Mode>
      size="xs"
      aria-label={texts.mode}
      value={mode}
      onChange={choose}
      data={[
        { value: 'test', label: texts.test },
        { value: 'live', label: texts.live },
      ]}
    />
  );
}
