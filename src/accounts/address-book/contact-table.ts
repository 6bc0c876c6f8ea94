/** `contact plan` and `contact import`: many contacts out of a table, each line of which is judged before any is taken. */
import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { idInput } from '#core/common-inputs.ts';
import { inWords, type LineProblem, openTable } from '#core/csv-table.ts';
import { noted } from '#core/input-form.ts';
import { type InAccount, operation, Refusal, refuse } from '#core/operation.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';
import { tableBytesMax, tableForm } from '#core/table-input.ts';
import type { Sentence } from '#core/words.ts';
import { contactsOfGroupMax, type Group, type NewContact } from './contact.ts';
import { contactColumns } from './contact-fields.ts';
import { type ContactPorts, contactChanges, homeOf, refuseRoom } from './contact-operations.ts';
import { note, refuseGroup } from './group-operations.ts';

type TablePorts = ContactPorts & { readonly clock: Pick<Clock, 'sleep'> };

/** Added in one commit: some milliseconds. */
const batchMax = 500;
/** Lines read without a rest: some 20 ms, for which everything else waits. */
const turnMax = 500;
const restMs = 5;
const problemsShown = 100;
const contactsShown = 5;

const shape = {
  group: idInput,
  table: noted(z.string().max(tableBytesMax), {
    form: tableForm,
    isFile: true,
    fileBytesMax: tableBytesMax,
  }),
};
const refusals = ['group is not there', 'group has no room', 'contacts do not read'] as const;

const problemView = z.object({ line: z.int(), says: z.object({ en: z.string(), fr: z.string() }) });

export const planContacts = operation({
  name: 'contact plan',
  does: 'writes',
  needs: 'send',
  positional: ['table'],
  input: z.strictObject(shape),
  output: z.object({
    /** Lines with a contact. */
    lines: z.int(),
    added: z.int(),
    /** In the group already: they stay as they are. */
    standing: z.int(),
    /** Lines with the phone of a line before them. */
    twice: z.int(),
    /** Lines that do not read. */
    wrong: z.int(),
    /** Of those, the first 100. */
    problems: z.array(problemView),
    /** The first that are read. */
    contacts: z.array(z.object({ phone: z.string(), firstname: z.string(), lastname: z.string() })),
  }),
  refusals,
  async run(ports: TablePorts, { group: groupId, table }, caller) {
    const reading = await readContacts(ports, { groupId, table }, caller);
    if (reading instanceof Refusal) return reading;
    const { contacts, twice, wrong, lines } = reading;
    const standing = await countStanding(ports, groupId, contacts);
    return {
      lines,
      added: contacts.length - standing,
      standing,
      twice,
      wrong: wrong.length,
      problems: wrong
        .slice(0, problemsShown)
        .map((one) => ({ line: one.line, says: sayLine(one) })),
      contacts: contacts.slice(0, contactsShown).map(({ phone, details }) => {
        const { firstname, lastname } = details;
        return { phone: formatPhone(phone), firstname, lastname };
      }),
    };
  },
});

export const importContacts = operation({
  name: 'contact import',
  does: 'writes',
  needs: 'send',
  changes: contactChanges,
  positional: ['table'],
  input: z.strictObject({
    ...shape,
    /** Lines that do not read are left out; else they stop all. */
    skipWrong: z.boolean().default(false),
  }),
  output: z.object({
    group: z.int(),
    name: z.string(),
    added: z.int(),
    standing: z.int(),
    twice: z.int(),
    wrong: z.int(),
  }),
  refusals,
  async run(ports: TablePorts, { group: groupId, table, skipWrong }, caller) {
    const reading = await readContacts(ports, { groupId, table }, caller);
    if (reading instanceof Refusal) return reading;
    const { group, contacts, twice, wrong } = reading;
    if (wrong.length > 0 && !skipWrong) return refuseLines(wrong);
    const added = await addAll(ports, group, contacts, caller);
    const details = { added };
    await note(ports, caller, { action: 'contact.import', target: String(groupId), details });
    const standing = contacts.length - added;
    return { group: groupId, name: group.name, added, standing, twice, wrong: wrong.length };
  },
});

type Wrong = { readonly line: number; readonly problems: readonly LineProblem[] };

type ContactReading = {
  readonly group: Group;
  /** Each phone once. */
  readonly contacts: readonly NewContact[];
  readonly lines: number;
  readonly twice: number;
  readonly wrong: readonly Wrong[];
};

async function readContacts(
  ports: TablePorts,
  { groupId, table }: { readonly groupId: number; readonly table: string },
  caller: InAccount,
): Promise<ContactReading | Refusal<(typeof refusals)[number]>> {
  const group = await ports.addressBook.findGroup(caller.accountId, groupId);
  if (group === undefined) return refuseGroup(groupId, caller);
  const columns = contactColumns(await homeOf(ports, caller.accountId));
  const opened = openTable(table, columns, contactsOfGroupMax);
  if (!opened.ok) return refuseTable(opened.problem);
  const contacts = new Map<PhoneNumber, NewContact>();
  const wrong: Wrong[] = [];
  for (const [at, read] of opened.lines.entries()) {
    if (at > 0 && at % turnMax === 0) await ports.clock.sleep(restMs);
    const one = read();
    if (one.ok) {
      const { phoneNumber: phone, ...details } = one.row;
      // The first line of a phone counts, as it does where the group has it already.
      if (!contacts.has(phone)) contacts.set(phone, { phone, details });
    } else wrong.push(one);
  }
  const lines = opened.lines.length;
  const standing = await ports.addressBook.countContacts(groupId);
  // Those that stand there already take no room; a table that may not fit is counted exactly.
  const added =
    standing + contacts.size <= contactsOfGroupMax
      ? 0
      : contacts.size - (await countStanding(ports, groupId, [...contacts.values()]));
  if (standing + added > contactsOfGroupMax) return refuseRoom(groupId);
  const twice = lines - wrong.length - contacts.size;
  return { group, contacts: [...contacts.values()], lines, twice, wrong };
}

function sayLine({ problems }: Wrong): Sentence {
  const said = problems.map(inWords);
  return { en: said.map(({ en }) => en).join('; '), fr: said.map(({ fr }) => fr).join(' ; ') };
}

async function countStanding(
  { addressBook }: Pick<TablePorts, 'addressBook'>,
  groupId: number,
  contacts: readonly NewContact[],
): Promise<number> {
  let standing = 0;
  for (let from = 0; from < contacts.length; from += batchMax) {
    const phones = contacts.slice(from, from + batchMax).map(({ phone }) => phone);
    standing += (await addressBook.standingPhones(groupId, phones)).length;
  }
  return standing;
}

async function addAll(
  { addressBook }: Pick<TablePorts, 'addressBook'>,
  { id: groupId, accountId }: Group,
  contacts: readonly NewContact[],
  { atMs: createdAtMs }: InAccount,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < contacts.length; from += batchMax) {
    const batch = contacts.slice(from, from + batchMax);
    const addition = { accountId, groupId, contacts: batch, createdAtMs };
    const ids = await addressBook.addContacts(addition);
    added += ids.filter((id) => id !== undefined).length;
  }
  return added;
}

const linesNamed = 20;

function refuseLines(wrong: readonly Wrong[]) {
  const named = wrong.slice(0, linesNamed);
  const others = wrong.length - named.length;
  const list = (language: 'en' | 'fr', line: string, more: string) =>
    [
      ...named.map((one) => `${line} ${one.line}: ${sayLine(one)[language]}`),
      ...(others > 0 ? [`${others} ${more}`] : []),
    ].join('\n');
  return refuseTable({
    en: list('en', 'line', 'more lines'),
    fr: list('fr', 'ligne', 'lignes de plus'),
  });
}

function refuseTable(problem: Sentence) {
  return refuse('contacts do not read', { field: 'table', params: { problem } });
}
