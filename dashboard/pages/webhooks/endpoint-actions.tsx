/** What can be done with an endpoint: buttons and a menu, and the dialogs that they open. */
import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAction } from '../../components/use-action.ts';
import { resendTexts } from '../../texts/resend.ts';
import { countText } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import type { Endpoint } from './outcome-badge.tsx';
import { ReplayForm } from './replay-form.tsx';
import { ResumeEndpoint } from './resume-endpoint.tsx';
import { SigningSecret } from './signing-secret.tsx';

type Asking = 'remove' | 'replay' | 'skip' | 'rotate' | 'secret' | 'resume';

type AskProps = { readonly endpoint: Endpoint; readonly ask: (asking: Asking) => void };

export function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const words = useTexts(resendTexts);
  const [asking, ask] = useState<Asking>();
  return (
    <>
      <PauseOrResume endpoint={endpoint} ask={ask} />
      <Button variant="default" onClick={() => ask('replay')}>
        {words.replay}
      </Button>
      <OtherActions endpoint={endpoint} ask={ask} />
      <Dialogs endpoint={endpoint} asking={asking} onClose={() => ask(undefined)} />
    </>
  );
}

function PauseOrResume({ endpoint, ask }: AskProps) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const pause = useAction(() => actIn(account, 'endpoint pause', { endpoint: endpoint.id }));
  return (
    <>
      <FailureNote failure={pause.failure} />
      {endpoint.state === 'active' ? (
        <Button
          variant="default"
          loading={pause.isBusy}
          onClick={() => void pause.run()}
          leftSection={<Icon name="pause" size={16} />}
        >
          {texts.pause}
        </Button>
      ) : (
        <Button onClick={() => ask('resume')} leftSection={<Icon name="play" size={16} />}>
          {texts.resume}
        </Button>
      )}
    </>
  );
}

function OtherActions({ endpoint, ask }: AskProps) {
  const texts = useTexts(webhookTexts);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={texts.settings} px="xs">
          <Icon name="down" size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {endpoint.unseenSecret ? (
          <Menu.Item onClick={() => ask('secret')}>{texts.showSecret}</Menu.Item>
        ) : null}
        <Menu.Item onClick={() => ask('rotate')}>{texts.rotate}</Menu.Item>
        <Menu.Item onClick={() => ask('skip')} disabled={endpoint.owed === 0}>
          {texts.skip}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => ask('remove')}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type DialogsProps = {
  readonly endpoint: Endpoint;
  /** The one that is open. */
  readonly asking: Asking | undefined;
  readonly onClose: () => void;
};

function Dialogs({ endpoint, asking, onClose }: DialogsProps) {
  const texts = { ...useTexts(webhookTexts), ...useTexts(resendTexts) };
  const { language } = useLanguage();
  const account = useAccount().id;
  const navigate = useNavigate();
  const { id } = endpoint;
  const shown = (one: Asking) => ({ isOpen: asking === one, onClose });
  return (
    <>
      <ResumeEndpoint endpoint={endpoint} {...shown('resume')} />
      <FormModal title={texts.replayTitle} {...shown('replay')}>
        <ReplayForm endpoint={id} onClose={onClose} />
      </FormModal>
      <SigningSecret endpoint={id} isNew {...shown('rotate')} />
      <SigningSecret endpoint={id} isNew={false} {...shown('secret')} />
      <Confirm
        {...shown('skip')}
        title={texts.skip}
        effect={texts.skipEffect}
        action={texts.skip}
        onConfirm={() => actIn(account, 'endpoint skip', { endpoint: id })}
      />
      <Confirm
        {...shown('remove')}
        title={texts.remove}
        effect={countText(texts.removeEffect, endpoint.owed, language)}
        action={texts.remove}
        onConfirm={async () => {
          await actIn(account, 'endpoint remove', { endpoint: id });
          await navigate({ to: `/${account}/webhooks` });
        }}
      />
    </>
  );
}
