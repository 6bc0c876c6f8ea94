/** Recovery codes: shown this once, counted, and made again. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code } from '../../components/shown.tsx';
import { securityTexts } from '../../texts/security.ts';
import { countText } from '../../texts/texts.ts';

type ShownCodesProps = {
  /** Undefined or none: nothing is shown. */
  readonly codes: readonly string[] | undefined;
  readonly close: () => void;
};

export function ShownCodes({ codes = [], close }: ShownCodesProps) {
  const texts = useTexts(securityTexts);
  return (
    <Modal
      opened={codes.length > 0}
      onClose={close}
      title={texts.codesTitle}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">{texts.codesText}</Text>
        <Stack gap={4}>
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </Stack>
        <Group justify="space-between">
          <CopyButton text={codes.join('\n')} />
          <Button onClick={close}>{texts.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type RecoveryPanelProps = {
  readonly codesLeft: number;
  readonly changed: () => Promise<void>;
  readonly show: (codes: readonly string[]) => void;
};

export function RecoveryPanel({ codesLeft, changed, show }: RecoveryPanelProps) {
  const texts = useTexts(securityTexts);
  const { language } = useLanguage();
  const [isAsked, setAsked] = useState(false);
  return (
    <Panel title={texts.codesTitle}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{countText(texts.codesLeft, codesLeft, language)}</Text>
        <Button variant="default" onClick={() => setAsked(true)}>
          {texts.newCodes}
        </Button>
      </Stack>
      <Confirm
        isOpen={isAsked}
        title={texts.newCodes}
        effect={texts.newCodesEffect}
        action={texts.newCodes}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          show((await act('factor renew-codes', {})).codes);
          await changed();
        }}
      />
    </Panel>
  );
}
