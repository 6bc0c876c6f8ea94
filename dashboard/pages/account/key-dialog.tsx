/** The window in which an API key is made, or gets another label and other bounds. */
import { Button, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { apiKeyTexts } from '../../texts/api-keys.ts';
import { commonTexts } from '../../texts/common.ts';
import {
  boundsOf,
  draftOf,
  type Key,
  type KeyDraft,
  type KeyScope,
  keyScopes,
  newKey,
  type Product,
} from './key-draft.ts';

type KeyDialogProps = {
  readonly product: Product;
  /** Undefined: closed. */
  readonly opened: Key | 'new' | undefined;
  readonly onClose: () => void;
};

export function KeyDialog(props: KeyDialogProps) {
  const texts = useTexts(accountTexts);
  const { opened, onClose } = props;
  const isStanding = opened !== undefined && opened !== 'new';
  const title = isStanding ? `${texts.key} ${opened.prefix}…` : texts.createKey;
  return (
    <FormModal isOpen={opened !== undefined} title={title} onClose={onClose}>
      <KeyForm {...props} standing={isStanding ? opened : undefined} />
    </FormModal>
  );
}

type KeyFormProps = Omit<KeyDialogProps, 'opened'> & { readonly standing: Key | undefined };

function KeyForm({ product, standing, onClose }: KeyFormProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const { id: account } = useAccount();
  const [draft, setDraft] = useState(standing === undefined ? newKey : draftOf(standing));
  const [clear, setClear] = useState<string>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const { label, mode } = draft;
    const bounds = { label, ...boundsOf(draft, standing) };
    if (standing === undefined) {
      const wish = { bases: [product], mode, ...bounds };
      setClear((await actIn(account, 'key create', wish)).key.key);
    } else {
      await actIn(account, 'key set', { key: standing.id, ...bounds });
      onClose();
    }
  });
  if (clear !== undefined) {
    const keys = [{ label: draft.label, clear }];
    return <ShownOnce text={texts.keyOnce} keys={keys} onClose={onClose} />;
  }
  const change = (part: Partial<KeyDraft>) => setDraft({ ...draft, ...part });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {standing === undefined ? <ModeField draft={draft} change={change} /> : null}
        <TextInput
          label={texts.label}
          description={texts.labelHint}
          maxLength={100}
          value={draft.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
        <BoundFields draft={draft} change={change} />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} disabled={draft.scopes.length === 0}>
          {standing === undefined ? texts.createKey : common.save}
        </Button>
      </Stack>
    </form>
  );
}

type FieldProps = { readonly draft: KeyDraft; readonly change: (part: Partial<KeyDraft>) => void };

function ModeField({ draft, change }: FieldProps) {
  const texts = useTexts(accountTexts);
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.keysText}
      </Text>
      <NativeSelect
        label={texts.mode}
        value={draft.mode}
        onChange={(event) =>
          change({ mode: event.currentTarget.value === 'live' ? 'live' : 'test' })
        }
        data={[
          { value: 'test', label: texts.test },
          { value: 'live', label: texts.live },
        ]}
      />
    </>
  );
}

function BoundFields({ draft, change }: FieldProps) {
  const texts = useTexts(accountTexts);
  const keyTexts = useTexts(apiKeyTexts);
  const { currency } = useAccount();
  return (
    <>
      {draft.mode === 'test' ? null : (
        <TextInput
          label={`${texts.budget} (${currency})`}
          description={texts.budgetHint}
          inputMode="decimal"
          maxLength={20}
          value={draft.budget}
          onChange={(event) => change({ budget: event.currentTarget.value })}
        />
      )}
      <ScopeField draft={draft} change={change} />
      <Textarea
        label={keyTexts.addresses}
        description={keyTexts.addressesHint}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={5_000}
        value={draft.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={keyTexts.expires}
        description={keyTexts.expiresHint}
        value={draft.expires}
        onChange={(event) => change({ expires: event.currentTarget.value })}
      />
    </>
  );
}

function ScopeField({ draft, change }: FieldProps) {
  const texts = useTexts(apiKeyTexts);
  const hints: Readonly<Record<KeyScope, string>> = {
    send: texts.sendHint,
    read: texts.readHint,
    numbers: texts.numbersHint,
    account: texts.accountHint,
    subaccounts: texts.subaccountsHint,
  };
  return (
    <Checkbox.Group
      label={texts.scopes}
      value={[...draft.scopes]}
      onChange={(chosen) => change({ scopes: keyScopes.filter((one) => chosen.includes(one)) })}
      error={draft.scopes.length === 0 ? texts.noScope : undefined}
    >
      <Stack gap="xs" mt="xs">
        {keyScopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={texts[scope]} description={hints[scope]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
