/** Whether something leaves at once or later, and when, in steps of five minutes. */
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import type { Later } from './later.ts';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));
const minutes = Array.from({ length: 12 }, (_, step) => String(step * 5));

type ScheduleProps = { readonly draft: Later; readonly change: (part: Partial<Later>) => void };

export function Schedule({ draft, change }: ScheduleProps) {
  const texts = useTexts(commonTexts);
  return (
    <>
      <Checkbox
        label={texts.sendLater}
        checked={draft.isLater}
        onChange={(event) => change({ isLater: event.currentTarget.checked })}
      />
      {draft.isLater ? (
        <Group gap="xs" align="flex-end">
          <TextInput
            type="date"
            label={texts.day}
            value={draft.day}
            onChange={(event) => change({ day: event.currentTarget.value })}
            required
          />
          <NativeSelect
            label={texts.hour}
            value={draft.hour}
            onChange={(event) => change({ hour: event.currentTarget.value })}
            data={hours}
          />
          <NativeSelect
            label={texts.minute}
            value={draft.minute}
            onChange={(event) => change({ minute: event.currentTarget.value })}
            data={minutes}
          />
        </Group>
      ) : null}
    </>
  );
}
