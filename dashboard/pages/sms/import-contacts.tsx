/** Contacts out of a table: what it would add and each line that does not read are shown before anything is taken. */
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { TableFileButton } from '../../components/table-file-button.tsx';
import { useAction } from '../../components/use-action.ts';
import { contactTexts } from '../../texts/contacts.ts';
import { countText, fill } from '../../texts/texts.ts';

type Plan = Answer<'contact plan'>;

/** What the server takes. */
const bytesMax = 8 * 1024 * 1024;
/** More than that in a field holds the browser up: a file is told by its name. */
const shownMax = 100_000;

type Table = { readonly name: string; readonly table: string };

export function ImportContacts({ group }: { readonly group: number }) {
  const texts = useTexts(contactTexts);
  const { language } = useLanguage();
  const { given, edit, planned, added, isBusy, ...importing } = useImport(group);
  const check = (event: SyntheticEvent) => {
    event.preventDefault();
    void importing.check();
  };
  return (
    <form onSubmit={check}>
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
        {importing.isTooLarge ? (
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
        <FailureNote failure={importing.failure} />
        <Group justify="space-between" gap="xs">
          <TableFileButton onFile={(file) => void importing.readFile(file)} />
          {planned === undefined ? (
            <Button type="submit" loading={isBusy}>
              {texts.check}
            </Button>
          ) : (
            <Button
              loading={isBusy}
              disabled={planned.added === 0}
              onClick={() => void importing.importAll()}
            >
              {countText(texts.take, planned.added, language)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** A table is planned before it is taken; one that was changed since has no plan. */
function useImport(group: number) {
  const { id: account } = useAccount();
  const [given, setGiven] = useState<Table>({ name: '', table: 'phoneNumber,firstname\n' });
  const [isTooLarge, setTooLarge] = useState(false);
  const [planned, setPlanned] = useState<Plan>();
  const [added, setAdded] = useState<number>();
  const { table } = given;
  const plan = useAction(() => actIn(account, 'contact plan', { group, table }));
  const take = useAction(() => actIn(account, 'contact import', { group, table, skipWrong: true }));
  const check = async () => setPlanned(await plan.run());
  const importAll = async () => {
    setAdded((await take.run())?.added);
    setPlanned(undefined);
  };
  const edit = (next: Table) => {
    setGiven(next);
    setPlanned(undefined);
    setAdded(undefined);
  };
  const readFile = async (file: File) => {
    setTooLarge(file.size > bytesMax);
    if (file.size <= bytesMax) edit({ name: file.name, table: await file.text() });
  };
  const failure = plan.failure ?? take.failure;
  const isBusy = plan.isBusy || take.isBusy;
  return { given, edit, isTooLarge, readFile, planned, added, check, importAll, failure, isBusy };
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
