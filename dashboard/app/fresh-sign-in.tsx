/** The dialog that asks who is there to sign in once more, by all that they have, where a call needs that. */
import {
  Button,
  Divider,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Answer, act, ask } from '../api/operate.ts';
import { knowsPasskeys, showPasskey } from '../api/passkeys.ts';
import { hooks } from '../api/with-person.ts';
import { CodesLeft } from '../components/codes-left.tsx';
import { FailureNote } from '../components/failure-note.tsx';
import { FailedView, Waiting } from '../components/states.tsx';
import { useSubmit } from '../components/submit.tsx';
import { commonTexts } from '../texts/common.ts';
import { securityTexts } from '../texts/security.ts';
import { factorsKey, sessionEnded } from './session.tsx';
import { useTexts } from './use-texts.tsx';

type Factors = Answer<'factor list'>;

type Ends = {
  /** The server has confirmed the session, although the dialog may stay open for a note. */
  readonly confirmed: () => void;
  readonly close: () => void;
};

export function FreshSignIn() {
  const texts = useTexts(commonTexts);
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(isConfirmed: boolean) => void>(() => undefined);
  const isConfirmed = useRef(false);
  useEffect(() => {
    hooks.sessionEnded = sessionEnded;
    hooks.confirmPerson = () => {
      settle.current(false);
      isConfirmed.current = false;
      setOpen(true);
      return new Promise((resolve) => {
        settle.current = resolve;
      });
    };
  }, []);
  const confirmed = () => {
    isConfirmed.current = true;
  };
  const close = () => {
    setOpen(false);
    settle.current(isConfirmed.current);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={texts.freshTitle}
      // What asked for it may stand in a window of its own.
      zIndex="var(--mantine-z-index-popover)"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Ways confirmed={confirmed} close={close} />
    </Modal>
  );
}

function Ways(ends: Ends) {
  const texts = useTexts(commonTexts);
  const found = useQuery({ queryKey: factorsKey, queryFn: () => ask('factor list', {}) });
  const { data: factors, error } = found;
  if (factors === undefined) {
    return error === null ? (
      <Waiting rows={2} />
    ) : (
      <FailedView failure={error} retry={() => void found.refetch()} />
    );
  }
  const hasPasskey = knowsPasskeys() && factors.passkeys.some(({ worksHere }) => worksHere);
  return (
    <Stack gap="md">
      <Text size="sm">{texts.freshText}</Text>
      {hasPasskey ? <ByPasskey {...ends} /> : null}
      <PasswordForm {...ends} factors={factors} />
    </Stack>
  );
}

function ByPasskey({ confirmed, close }: Ends) {
  const texts = useTexts(securityTexts);
  const { isBusy, failure, run } = useSubmit(async () => {
    await act('sign-in confirm-passkey', await showPasskey(texts));
    confirmed();
    close();
  });
  return (
    <>
      <Button loading={isBusy} onClick={() => void run()} data-autofocus>
        {texts.confirmByPasskey}
      </Button>
      <FailureNote failure={failure} />
      <Divider label={texts.or} />
    </>
  );
}

function PasswordForm({ confirmed, close, factors }: Ends & { readonly factors: Factors }) {
  const texts = useTexts(commonTexts);
  const security = useTexts(securityTexts);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [codesLeft, setCodesLeft] = useState<number>();
  const { hasPassword, hasTotp } = factors;
  const hasFactor = hasTotp || factors.passkeys.length > 0;
  const needsCode = hasPassword && hasFactor;
  const { isBusy, failure, submit } = useSubmit(async () => {
    const body = needsCode ? { password, code } : { password };
    const { recoveryCodesLeft } = await act('sign-in confirm', body);
    confirmed();
    if (recoveryCodesLeft === null) close();
    else setCodesLeft(recoveryCodesLeft);
  });
  if (codesLeft !== undefined) return <CodesLeft left={codesLeft} goOn={close} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={hasPassword ? texts.password : security.recoveryCode}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
          required
        />
        {needsCode ? (
          <TextInput
            label={hasTotp ? security.code : security.recoveryCode}
            description={hasTotp ? security.signInCodeHint : undefined}
            autoComplete="one-time-code"
            maxLength={100}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
          />
        ) : null}
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
