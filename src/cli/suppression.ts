/** `parley suppression …`: who gets no mail of an account, and why. */
import { oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import {
  type NewSuppression,
  type Suppression,
  suppressedForm,
  suppressionReasons,
} from '#mail/suppression/suppression.ts';
import type { SuppressionFilter } from '#mail/suppression/suppression-store.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { csvCell, withoutApostrophe } from './csv-cell.ts';
import type { Installation } from './installation.ts';
import { maybe, needed, otherwise, toggle } from './option.ts';
import { readTable } from './table-file.ts';
import { formatTime, table } from './text-table.ts';
import { email, filePath, id } from './written-values.ts';

const pageMax = 1_000;
/** Rows of a file; more of them come in several files. */
const importMax = 100_000;
/** Entries of one commit. */
const commitMax = 300;

const stream: ValueKind<string> = {
  form: 'the name of a stream, of at most 64 characters',
  read: (text) => (/^[^\p{Cc}]{0,64}$/u.test(text) ? text : undefined),
};

const address: ValueKind<string> = {
  form: email.form,
  read: (text) => {
    const read = email.read(text);
    return read && suppressedForm(read);
  },
};

const day: ValueKind<number> = {
  form: 'a day such as 2026-03-31',
  read(text) {
    const atMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(atMs) ? undefined : atMs;
  },
};

const account = needed(id, 'ID', 'The account.');
const inStream = maybe(stream, 'NAME', 'Of this stream alone; "" is all mail.');
const forReason = maybe(
  oneOf(...suppressionReasons),
  'REASON',
  `${suppressionReasons.join(', ')}.`,
);
const chosen = {
  account,
  stream: inStream,
  reason: forReason,
  address: maybe(address, 'ADDRESS', 'Of this address.'),
  from: maybe(day, 'DAY', 'On the list since this day (UTC) or later.'),
  before: maybe(day, 'DAY', 'On the list since before this day (UTC).'),
};

const suppressionList = command({
  name: 'suppression list',
  sentence: `Lists the addresses that get no mail of an account, ${pageMax} at most at a time.`,
  takes: {},
  options: {
    ...chosen,
    after: maybe(id, 'ID', 'Begins behind this entry.'),
    limit: otherwise(pageMax, wholeNumber(1, pageMax), 'COUNT', 'How many.'),
  },
  async run({ after = 0, limit, ...asked }, { open, clock }) {
    await using installation = await open();
    const { suppressions } = installation.storage;
    const nowMs = clock.nowMs();
    const filter = filterOf(asked);
    const entries = await suppressions.listSuppressions(filter, { afterId: after, limit, nowMs });
    const all = await suppressions.countSuppressions(filter, nowMs);
    const rows = entries.map((entry) => [
      String(entry.id),
      entry.address,
      streamWord(entry.stream),
      entry.reason,
      entry.source,
      formatTime(entry.createdAtMs),
      untilWord(entry),
    ]);
    const heading = ['id', 'address', 'stream', 'reason', 'by', 'since', 'until'];
    const text = `${table(heading, rows)}${all} on the list.\n`;
    return done(text, { suppressions: entries.map(entryJson), all });
  },
});

const suppressionAdd = command({
  name: 'suppression add',
  sentence: 'Puts an address on the list: it gets no mail of the account any more.',
  takes: { address: needed(address, 'ADDRESS', 'Whose it is.') },
  options: {
    account,
    stream: otherwise('', stream, 'NAME', 'Stops this stream alone, "" all mail.'),
    reason: otherwise(
      'manual',
      oneOf('hard', 'complaint', 'unsubscribe', 'manual'),
      'REASON',
      'hard, complaint, unsubscribe or manual.',
    ),
  },
  async run({ account: accountId, ...wanted }, { open, clock }) {
    await using installation = await open();
    const unknown = await refuseAccount(installation, accountId);
    if (unknown !== undefined) return unknown;
    const author = authorNow(clock);
    const added = { ...wanted, accountId, source: 'administrator', atMs: author.atMs } as const;
    const [put] = await installation.storage.suppressions.addSuppressions([added], author);
    const said = put?.isNew === true ? 'is on the list now' : 'was on the list already';
    return done(`${wanted.address} ${said}.\n`, { suppression: put && entryJson(put.entry) });
  },
});

const suppressionRelease = command({
  name: 'suppression release',
  sentence: 'Takes addresses off the list, by address, reason, stream or day.',
  takes: {},
  options: { ...chosen, all: toggle('Needed where nothing is chosen: empties the list.') },
  async run({ all, ...asked }, { open, clock }) {
    const { account: accountId, ...choices } = asked;
    if (!all && Object.values(choices).every((choice) => choice === undefined)) {
      return misused('Say which addresses, or --all');
    }
    await using installation = await open();
    const unknown = await refuseAccount(installation, accountId);
    if (unknown !== undefined) return unknown;
    const author = authorNow(clock);
    const release = { limit: commitMax, nowMs: author.atMs };
    let released = 0;
    for (;;) {
      const { suppressions } = installation.storage;
      const gone = await suppressions.releaseSuppressions(filterOf(asked), release, author);
      released += gone.inForce.length;
      if (gone.removed < commitMax) break;
    }
    return done(`${released} off the list.\n`, { released });
  },
});

/** What an export has and an import does not need may stand there. */
const unread: ValueKind<string> = { form: 'a text', read: (text) => text };
const columns = {
  address: { kind: inCell(address) },
  stream: { kind: inCell(stream), otherwise: '' },
  reason: { kind: oneOf(...suppressionReasons), otherwise: 'manual' as const },
  source: { kind: unread, otherwise: '' },
  since: { kind: unread, otherwise: '' },
  until: { kind: unread, otherwise: '' },
};

const suppressionImport = command({
  name: 'suppression import',
  sentence: 'Puts the addresses of a CSV file on the list; headings: address, stream, reason.',
  takes: { file: needed(filePath, 'FILE', 'The table; all but the address may be left out.') },
  options: { account },
  async run({ file, account: accountId }, { open, clock }) {
    const reading = await readTable(file, columns, importMax);
    if (!reading.ok) return failed(reading.problem);
    await using installation = await open();
    const unknown = await refuseAccount(installation, accountId);
    if (unknown !== undefined) return unknown;
    const author = authorNow(clock);
    const added = reading.rows.map(
      ({ address: of, stream: name, reason }): NewSuppression => ({
        accountId,
        address: of,
        stream: name,
        // A file cannot say when the refusals came.
        reason: reason === 'soft' ? 'manual' : reason,
        source: 'administrator',
        atMs: author.atMs,
      }),
    );
    let fresh = 0;
    for (let at = 0; at < added.length; at += commitMax) {
      const { suppressions } = installation.storage;
      const put = await suppressions.addSuppressions(added.slice(at, at + commitMax), author);
      fresh += put.filter(({ isNew }) => isNew).length;
    }
    const text = `${fresh} addresses are on the list now, ${added.length - fresh} were before.\n`;
    return done(text, { added: fresh, standing: added.length - fresh });
  },
});

const suppressionExport = command({
  name: 'suppression export',
  sentence: 'Prints the list as a CSV file that an import reads.',
  takes: {},
  options: chosen,
  async run(asked, { open, clock }) {
    await using installation = await open();
    const nowMs = clock.nowMs();
    const entries: Suppression[] = [];
    for (let afterId = 0; ; ) {
      const page = { afterId, limit: pageMax, nowMs };
      const found = await installation.storage.suppressions.listSuppressions(filterOf(asked), page);
      entries.push(...found);
      if (found.length < pageMax) break;
      afterId = found.at(-1)?.id ?? afterId;
    }
    const lines = entries.map((entry) =>
      [
        entry.address,
        entry.stream,
        entry.reason,
        entry.source,
        formatTime(entry.createdAtMs),
        entry.expiresAtMs === null ? '' : formatTime(entry.expiresAtMs),
      ]
        .map(csvCell)
        .join(','),
    );
    const heading = Object.keys(columns).join(',');
    const text = [heading, ...lines].map((line) => `${line}\r\n`).join('');
    return done(text, { suppressions: entries.map(entryJson) });
  },
});

function inCell<Value>({ form, read }: ValueKind<Value>): ValueKind<Value> {
  return { form, read: (text) => read(withoutApostrophe(text)) };
}

function filterOf(asked: {
  readonly account: number;
  readonly stream: string | undefined;
  readonly reason: SuppressionFilter['reason'];
  readonly address: string | undefined;
  readonly from: number | undefined;
  readonly before: number | undefined;
}): SuppressionFilter {
  const { account: accountId, from: createdFromMs, before: createdBeforeMs, ...rest } = asked;
  return { ...rest, accountId, createdFromMs, createdBeforeMs };
}

async function refuseAccount({ storage }: Pick<Installation, 'storage'>, accountId: number) {
  const found = await storage.accounts.findAccount(accountId);
  return found === undefined ? noAccount(accountId) : undefined;
}

function streamWord(name: string): string {
  return name === '' ? '(all mail)' : name;
}

function untilWord({ expiresAtMs }: Suppression): string {
  return expiresAtMs === null ? 'for ever' : formatTime(expiresAtMs);
}

function entryJson({ createdAtMs, expiresAtMs, ...entry }: Suppression) {
  const expiresAt = expiresAtMs === null ? null : formatTime(expiresAtMs);
  return { ...entry, createdAt: formatTime(createdAtMs), expiresAt };
}

export const suppressionCommands = [
  suppressionList,
  suppressionAdd,
  suppressionRelease,
  suppressionImport,
  suppressionExport,
];
