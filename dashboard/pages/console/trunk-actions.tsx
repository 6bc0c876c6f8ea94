/** What people may do with a trunk: look at its messages, change, pause and remove it. */
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { trunkTexts } from '../../texts/console-trunks.ts';
import { countText } from '../../texts/texts.ts';
import { EditTrunk, trunksKey } from './edit-trunk.tsx';
import type { Trunk } from './trunk-form.ts';

type Props = { readonly trunk: Trunk; readonly onWatch: () => void };

export function TrunkActions({ trunk, onWatch }: Props) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(trunkTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'edit' | 'state' | 'remove'>();
  const close = () => setAsking(undefined);
  const params = { id: trunk.id };
  const calls = trunk.standings.reduce((sum, standing) => sum + standing.calls, 0);
  const change = async (act: Promise<unknown>) => {
    await act;
    await queries.invalidateQueries({ queryKey: trunksKey });
  };
  const { enabled } = trunk;
  const setState = () =>
    change(call('PUT /api/console/trunks/{id}/state', { params, body: { enabled: !enabled } }));
  return (
    <Group gap={4}>
      {trunk.builtIn ? null : button(words.edit, () => setAsking('edit'))}
      {button(texts.messages, onWatch)}
      {button(enabled ? texts.pause : texts.resume, () => setAsking('state'))}
      {trunk.builtIn ? null : button(words.remove, () => setAsking('remove'))}
      <EditTrunk isOpen={asking === 'edit'} trunk={trunk} onClose={close} />
      <Confirm
        isOpen={asking === 'state'}
        title={`${enabled ? texts.pause : texts.resume} ${trunk.name}`}
        effect={enabled ? words.pauseEffect : words.resumeEffect}
        action={enabled ? texts.pause : texts.resume}
        isHarmless
        onClose={close}
        onConfirm={setState}
      />
      <Confirm
        isOpen={asking === 'remove'}
        title={`${words.remove} ${trunk.name}`}
        effect={countText(words.removeEffect, calls, language)}
        action={words.remove}
        onClose={close}
        onConfirm={() => change(call('DELETE /api/console/trunks/{id}', { params }))}
      />
    </Group>
  );
}

function button(label: string, act: () => void) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={act}>
      {label}
    </Button>
  );
}
