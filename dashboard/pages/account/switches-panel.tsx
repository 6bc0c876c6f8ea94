/** How requests and replies of an account look: where keys stand, how XML is named, what signs replies inside. */
import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Panel } from '../../components/panel.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { switchTexts } from '../../texts/switches.ts';
import type { Product } from './key-draft.ts';
import { SaveFoot, useSaving } from './saved-secrets.tsx';
import { type Settings, useSettings } from './use-settings.ts';

export function SwitchesPanel({ product }: { readonly product: Product }) {
  const texts = useTexts(switchTexts);
  const { id: account } = useAccount();
  const settings = useSettings(account);
  const { data, error } = settings;
  return (
    <Panel title={texts.switches}>
      {error === null ? null : <FailedView failure={error} retry={() => void settings.refetch()} />}
      {data === undefined && error === null ? <Waiting rows={2} /> : null}
      {data === undefined ? null : <SwitchesForm product={product} settings={data} />}
    </Panel>
  );
}

type FormProps = { readonly product: Product; readonly settings: Settings };

type Switches = Pick<Settings, 'keyPlaces' | 'xmlForm' | 'replySignature'>;

function SwitchesForm({ product, settings }: FormProps) {
  const { id: account } = useAccount();
  const { keyPlaces, xmlForm, replySignature } = settings;
  const [draft, setDraft] = useState<Switches>({ keyPlaces, xmlForm, replySignature });
  const { submit, ...saving } = useSaving(async () => {
    const { replySignature: method, ...rest } = draft;
    // Named again it would get another secret.
    const signature = method === settings.replySignature ? {} : { replySignature: method };
    const saved = await actIn(account, 'account settings set', { ...rest, ...signature });
    return [saved.secrets.replySignature];
  });
  const change = (part: Partial<Switches>) => setDraft({ ...draft, ...part });
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={640}>
        <RequestFields draft={draft} change={change} />
        {product === 'sms' ? <SignatureField draft={draft} change={change} /> : null}
        <SaveFoot {...saving} />
      </Stack>
    </form>
  );
}

type FieldProps = { readonly draft: Switches; readonly change: (part: Partial<Switches>) => void };

function RequestFields({ draft, change }: FieldProps) {
  const texts = useTexts(switchTexts);
  const places = [
    { value: 'any', label: texts.keyAnywhere },
    { value: 'body', label: texts.keyInBody },
    { value: 'header', label: texts.keyInHeader },
  ] as const;
  const forms = [
    { value: 'named', label: texts.xmlNamed },
    { value: 'positional', label: texts.xmlPositional },
  ] as const;
  return (
    <>
      <NativeSelect
        label={texts.keyPlaces}
        description={texts.keyPlacesHint}
        value={draft.keyPlaces}
        onChange={(event) => change({ keyPlaces: chosen(places, event.currentTarget.value) })}
        data={[...places]}
      />
      <NativeSelect
        label={texts.xmlForm}
        description={texts.xmlFormHint}
        value={draft.xmlForm}
        onChange={(event) => change({ xmlForm: chosen(forms, event.currentTarget.value) })}
        data={[...forms]}
      />
    </>
  );
}

function SignatureField({ draft, change }: FieldProps) {
  const texts = useTexts(switchTexts);
  const methods = [
    { value: 'off', label: texts.signatureOff },
    { value: 'sha256', label: 'HMAC-SHA256' },
    { value: 'sha512', label: 'HMAC-SHA512' },
    { value: 'sha1', label: 'HMAC-SHA1' },
    { value: 'md5', label: 'HMAC-MD5' },
    { value: 'md5hash', label: 'MD5' },
  ] as const;
  return (
    <NativeSelect
      label={texts.signature}
      description={texts.signatureHint}
      value={draft.replySignature}
      onChange={(event) => change({ replySignature: chosen(methods, event.currentTarget.value) })}
      data={[...methods]}
    />
  );
}

/** The first where it is none of them. */
function chosen<Value extends string>(
  choices: readonly [{ readonly value: Value }, ...{ readonly value: Value }[]],
  value: string,
): Value {
  return (choices.find((choice) => choice.value === value) ?? choices[0]).value;
}
