import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import { Secret } from './add-endpoint.tsx';

type SigningSecretProps = {
  readonly endpoint: number;
  readonly isNew: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function SigningSecret({ endpoint, isNew, isOpen, onClose }: SigningSecretProps) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const [secret, setSecret] = useState<string>();
  const show = async () => {
    const name = isNew ? 'endpoint rotate' : 'endpoint secret';
    setSecret((await actIn(account, name, { endpoint })).secret);
  };
  const forget = () => setSecret(undefined);
  return (
    <>
      <Confirm
        isOpen={isOpen}
        title={isNew ? texts.rotate : texts.showSecret}
        effect={isNew ? texts.rotateEffect : texts.showSecretEffect}
        action={isNew ? texts.rotate : texts.showSecret}
        isHarmless
        onClose={onClose}
        onConfirm={show}
      />
      <FormModal isOpen={secret !== undefined} title={texts.secretTitle} onClose={forget}>
        <Secret secret={secret ?? ''} onClose={forget} />
      </FormModal>
    </>
  );
}
