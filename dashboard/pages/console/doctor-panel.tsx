/** The doctor: what is not well and what to do about it, and a document to hand on. */
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saveJson } from '../../api/download.ts';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { doctorTexts } from '../../texts/console-doctor.ts';
import { placeOf } from './finding-place.ts';

type Finding = Answer<'doctor'>['findings'][number];

const tones = { ok: 'good', warn: 'warn', fail: 'bad' } as const;
const order = ['fail', 'warn', 'ok'];

export function DoctorPanel() {
  const texts = useTexts(doctorTexts);
  const columns = useColumns();
  const [findings, setFindings] = useState<readonly Finding[]>();
  const run = useAction(() => act('doctor', {}), []);
  const taken = useAction(async () => {
    saveJson(await ask('diagnostics', {}), 'parley-diagnostics.json');
  });
  const examine = async () => {
    const examined = await run.run();
    if (examined !== undefined) setFindings(sorted(examined.findings));
  };
  return (
    <Panel
      isFlush
      title={texts.title}
      actions={
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={taken.isBusy}
            leftSection={<Icon name="download" size={16} />}
            onClick={() => void taken.run()}
          >
            {texts.bundle}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={run.isBusy}
            onClick={() => void examine()}
          >
            {texts.run}
          </Button>
        </>
      }
    >
      <FailureNote failure={run.failure ?? taken.failure} />
      {findings === undefined ? (
        <Stack gap={4} p="md">
          <Text size="sm">{texts.text}</Text>
          <Text size="sm" c="dimmed">
            {texts.bundleText}
          </Text>
        </Stack>
      ) : (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={findings}
          keyOf={({ of, says }) => `${of.en} ${says.en}`}
          empty={null}
        />
      )}
    </Panel>
  );
}

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}

function useColumns(): readonly Column<Finding>[] {
  const texts = useTexts(doctorTexts);
  const { language } = useLanguage();
  return [
    { name: texts.of, isTitle: true, show: (finding) => <Subject finding={finding} /> },
    {
      name: texts.verdict,
      show: ({ verdict }) => <StatusBadge tone={tones[verdict]}>{texts[verdict]}</StatusBadge>,
    },
    { name: texts.says, show: ({ says }) => says[language] },
    { name: texts.fix, show: ({ fix }) => fix?.[language] ?? '' },
  ];
}

/** Leads to the page where it is seen and changed. */
function Subject({ finding }: { readonly finding: Finding }) {
  const { language } = useLanguage();
  const place = placeOf(finding);
  const name = finding.of[language];
  return place === undefined ? name : <Link to={place}>{name}</Link>;
}
