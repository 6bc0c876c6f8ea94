/** Erases what the account keeps of a person: first its effect in numbers, then a certificate. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { saveJson } from '../../api/download.ts';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Facts } from '../../components/facts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { erasureTexts } from '../../texts/erasure.ts';
import { fill } from '../../texts/texts.ts';

type Preview = Answer<'erasure preview'>;
type Certified = Answer<'erasure make'>;

export function ErasurePage() {
  const texts = useTexts(erasureTexts);
  const { id: account } = useAccount();
  const [who, setWho] = useState('');
  const [preview, setPreview] = useState<Preview>();
  const [certified, setCertified] = useState<Certified>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    setPreview(undefined);
    setCertified(undefined);
    setPreview(await actIn(account, 'erasure preview', { who: who.trim() }));
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} />
      <Stack gap="md">
        <Panel title={texts.whom}>
          <form onSubmit={submit}>
            <Stack gap="md" maw={480}>
              <TextInput
                label={texts.who}
                description={texts.whoHint}
                required
                maxLength={254}
                value={who}
                onChange={(event) => {
                  setWho(event.currentTarget.value);
                  setPreview(undefined);
                }}
              />
              <FailureNote failure={failure} />
              <Group>
                <Button type="submit" loading={isBusy}>
                  {texts.look}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
        {preview === undefined ? null : (
          <Effect
            preview={preview}
            done={(done) => {
              setPreview(undefined);
              setCertified(done);
            }}
          />
        )}
        {certified === undefined ? null : <Done certified={certified} />}
      </Stack>
    </>
  );
}

type EffectProps = { readonly preview: Preview; readonly done: (certified: Certified) => void };

function Effect({ preview: { who, counts, underWay }, done }: EffectProps) {
  const texts = useTexts(erasureTexts);
  const { id: account } = useAccount();
  const [isAsked, setAsked] = useState(false);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Panel title={fill(texts.wouldErase, { who })}>
      <Stack gap="md">
        <Counts counts={counts} />
        {underWay === 0 ? null : <Alert color="yellow">{fill(texts.underWay, { underWay })}</Alert>}
        <Group>
          <Button color="red.9" onClick={() => setAsked(true)}>
            {texts.erase}
          </Button>
        </Group>
      </Stack>
      <Confirm
        isOpen={isAsked}
        title={texts.erase}
        effect={fill(texts.effect, { who, total })}
        action={texts.erase}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          done(await actIn(account, 'erasure make', { who }));
        }}
      />
    </Panel>
  );
}

function Done({ certified }: { readonly certified: Certified }) {
  const texts = useTexts(erasureTexts);
  const { certificate, sha256 } = certified;
  const name = `erasure-${certificate.at.slice(0, 19).replaceAll(':', '-')}.json`;
  return (
    <Panel title={texts.certificate}>
      <Stack gap="md">
        <Alert color="green" role="status">
          {fill(texts.erased, { hashed: certificate.hashed })}
        </Alert>
        <Counts counts={certificate.counts} />
        {certificate.underWay === 0 ? null : (
          <Alert color="yellow">{fill(texts.underWay, { underWay: certificate.underWay })}</Alert>
        )}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          SHA-256 {sha256}
        </Text>
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saveJson(certified, name)}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function Counts({ counts }: Pick<Preview, 'counts'>) {
  const texts = useTexts(erasureTexts);
  const parts = Object.keys(counts) as (keyof typeof counts)[];
  return <Facts facts={parts.map((part) => ({ name: texts[part], value: counts[part] }))} />;
}
