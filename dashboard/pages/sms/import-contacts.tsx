/** Contacts out of a table: what it would add and each line that does not read are shown before anything is taken. */
import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Icon } from '../../components/icon.tsx';
import { FailureLine } from '../../components/submit.tsx';
import { useAction } from '../../components/use-action.ts';
import { contactTexts } from '../../texts/contacts.ts';
import { countText, fill } from '../../texts/texts.ts';

type Plan = Answer<'contact plan'>;

/** What the server takes. */
const bytesMax = 8 * 1024 * 1024;
/** More than that in a field holds the browser up: a file is told by its name. */
const shownMax = 100_000;

type File = { readonly name: string; readonly table: string };

export function ImportContacts({ group }: { readonly group: number }) {
  const texts = useTexts(contactTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const [given, setGiven] = useState<File>({ name: '', table: 'phoneNumber,firstname\n' });
  const [isTooLarge, setTooLarge] = useState(false);
  const [planned, setPlanned] = useState<Plan>();
  const [added, setAdded] = useState<number>();
  const plan = useAction((table: string) => actIn(account, 'contact plan', { group, table }));
  const take = useAction((table: string) =>
    actIn(account, 'contact import', { group, table, skipWrong: true }),
  );
  const edit = (next: File) => {
    setGiven(next);
    setPlanned(undefined);
    setAdded(undefined);
  };
  const readFile = async (file: globalThis.File | null) => {
    if (file === null) return;
    setTooLarge(file.size > bytesMax);
    if (file.size <= bytesMax) edit({ name: file.name, table: await file.text() });
  };
  const check = async (event: SyntheticEvent) => {
    event.preventDefault();
    setPlanned(await plan.run(given.table));
  };
  const importAll = async () => {
    const done = await take.run(given.table);
    setAdded(done?.added);
    setPlanned(undefined);
  };
  return (
    <form onSubmit={(event) => void check(event)}>
      <Stack gap="sm">
        {given.table.length > shownMax ? (
          <Text size="sm">{given.name}</Text>
        ) : (
          <Textarea
            label={texts.table}
            description={texts.importHint}
            rows={7}
            value={given.table}
            onChange={({ currentTarget }) => edit({ name: '', table: currentTarget.value })}
            data-autofocus
          />
        )}
        {isTooLarge ? (
          <Alert color="red" role="alert">
            {texts.tooLarge}
          </Alert>
        ) : null}
        {planned === undefined ? null : <ShownPlan plan={planned} />}
        {added === undefined ? null : (
          <Alert color="ink" role="status">
            {countText(texts.imported, added, language)}
          </Alert>
        )}
        <FailureLine failure={plan.failure ?? take.failure} />
        <Group justify="space-between" gap="xs">
          <FileButton accept="text/csv,text/plain,.csv" onChange={(file) => void readFile(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
                {texts.file}
              </Button>
            )}
          </FileButton>
          {planned === undefined ? (
            <Button type="submit" loading={plan.isBusy}>
              {texts.check}
            </Button>
          ) : (
            <Button
              loading={take.isBusy}
              disabled={planned.added === 0}
              onClick={() => void importAll()}
            >
              {countText(texts.take, planned.added, language)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function ShownPlan({ plan }: { readonly plan: Plan }) {
  const texts = useTexts(contactTexts);
  const { language } = useLanguage();
  const { added, standing, twice, wrong, problems, contacts } = plan;
  return (
    <Alert color={wrong === 0 ? 'ink' : 'yellow'} role="status" p="xs">
      <Stack gap={4}>
        <Text size="sm">{fill(texts.planned, { added, standing, twice })}</Text>
        {contacts.length === 0 ? null : (
          <Text size="sm" c="dimmed">
            {`${texts.reads} ${contacts
              .map((one) => [one.phone, one.firstname, one.lastname].filter(Boolean).join(' '))
              .join(', ')}`}
          </Text>
        )}
        {wrong === 0 ? null : (
          <>
            <Text size="sm">{countText(texts.wrong, wrong, language)}</Text>
            {problems.map(({ line, says }) => (
              <Text size="sm" key={line}>
                {fill(texts.line, { line, problem: says[language] })}
              </Text>
            ))}
            {wrong === problems.length ? null : (
              <Text size="sm">{countText(texts.moreWrong, wrong - problems.length, language)}</Text>
            )}
          </>
        )}
      </Stack>
    </Alert>
  );
}
