/** Makes another signing secret for an endpoint, after a question, and shows it once. */
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { commonTexts } from '../../texts/common.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { Secret } from './add-endpoint.tsx';

type RotateProps = {
  readonly endpoint: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function RotateSecret({ endpoint, isOpen, onClose }: RotateProps) {
  const texts = useTexts(webhookTexts);
  const common = useTexts(commonTexts);
  const account = useAccount().id;
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const rotate = async () => {
    const rotated = await call('POST /api/accounts/{account}/endpoints/{id}/secrets', {
      params: { account, id: endpoint },
      body: {},
    });
    setSecret(rotated.secret);
    await queries.invalidateQueries({ queryKey: ['endpoints', account] });
  };
  const forget = () => setSecret(undefined);
  return (
    <>
      <Confirm
        isOpen={isOpen}
        title={texts.rotate}
        effect={texts.rotateEffect}
        action={texts.rotate}
        isHarmless
        onClose={onClose}
        onConfirm={rotate}
      />
      <Modal
        opened={secret !== undefined}
        onClose={forget}
        title={texts.secretTitle}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <Secret secret={secret ?? ''} onClose={forget} />
      </Modal>
    </>
  );
}
