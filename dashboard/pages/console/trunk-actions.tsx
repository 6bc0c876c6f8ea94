/** What people may do with a trunk: look at its messages, change, pause and remove it. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { trunkTexts } from '../../texts/console-trunks.ts';
import { countText } from '../../texts/texts.ts';
import { EditTrunk } from './edit-trunk.tsx';
import type { Trunk } from './trunk-form.ts';

type Props = { readonly trunk: Trunk; readonly onWatch: () => void };

export function TrunkActions({ trunk, onWatch }: Props) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(trunkTexts);
  const { language } = useLanguage();
  const [asking, setAsking] = useState<'edit' | 'state' | 'remove'>();
  const close = () => setAsking(undefined);
  const calls = trunk.standings.reduce((sum, standing) => sum + standing.calls, 0);
  const { name, enabled } = trunk;
  return (
    <Group gap={4}>
      {trunk.builtIn ? null : button(words.edit, () => setAsking('edit'))}
      {button(texts.messages, onWatch)}
      {button(enabled ? texts.pause : texts.resume, () => setAsking('state'))}
      {trunk.builtIn ? null : button(words.remove, () => setAsking('remove'))}
      <EditTrunk isOpen={asking === 'edit'} trunk={trunk} onClose={close} />
      <Confirm
        isOpen={asking === 'state'}
        title={`${enabled ? texts.pause : texts.resume} ${name}`}
        effect={enabled ? words.pauseEffect : words.resumeEffect}
        action={enabled ? texts.pause : texts.resume}
        isHarmless
        onClose={close}
        onConfirm={() => act(enabled ? 'trunk pause' : 'trunk resume', { name })}
      />
      <Confirm
        isOpen={asking === 'remove'}
        title={`${words.remove} ${name}`}
        effect={countText(words.removeEffect, calls, language)}
        action={words.remove}
        onClose={close}
        onConfirm={() => act('trunk remove', { name })}
      />
    </Group>
  );
}

function button(label: string, press: () => void) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={press}>
      {label}
    </Button>
  );
}
