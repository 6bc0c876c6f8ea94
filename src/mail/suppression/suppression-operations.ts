/** `suppression list`, `add`, `release`, `import`, `export`: who gets no mail of an account. */
import { z } from 'zod';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { formatTable, withoutApostrophe } from '#core/csv-text.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { idAfter, orders, readPlace } from '#core/id-paging.ts';
import { noted, textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { maskAddress } from '#core/log.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import { tableInput } from '#core/table-input.ts';
import {
  type NewSuppression,
  type Suppression,
  suppressedForm,
  suppressionReasons,
} from './suppression.ts';
import type { SuppressionFilter, SuppressionStore } from './suppression-store.ts';
import { suppressionForms } from './words.ts';

type SuppressionPorts = {
  readonly suppressions: Pick<
    SuppressionStore,
    'addSuppressions' | 'releaseSuppressions' | 'listSuppressions' | 'countSuppressions'
  >;
};

const changes = ['suppression list'];
const pageMax = 1_000;
/** Rows of a file; more of them come in several files. */
const importMax = 100_000;
const addedMax = 10_000;
/** Of one file; a longer list is exported in pieces. */
const exportMax = 200_000;
/** Entries of one commit. */
const commitMax = 300;

const stream = textOf(
  { read: (text) => (/^[^\p{Cc}]{0,64}$/u.test(text) ? text : undefined) },
  suppressionForms.stream,
);

/** What is searched for may also be no address: then nothing is found. */
const sought = textOf(
  {
    read(text) {
      const written = text.trim();
      if (written === '' || written.length > 300) return undefined;
      return suppressedForm(parseEmailAddress(written) ?? written);
    },
  },
  suppressionForms.sought,
);

/** Those of people: `soft` is counted by deliveries alone. */
const givenReasons = ['hard', 'complaint', 'unsubscribe', 'manual'] as const;

const filterShape = {
  address: sought.optional(),
  begins: lineInput(1, 300).optional(),
  reason: z.enum(suppressionReasons).optional(),
  stream: stream.optional(),
  from: fromInput.optional(),
  before: fromInput.optional(),
};
const filter = z.strictObject(filterShape);

function filterOf(
  { accountId, role }: InAccount,
  { from: createdFromMs, before: createdBeforeMs, begins, ...chosen }: z.output<typeof filter>,
): SuppressionFilter {
  // Letter by letter an address could be found out by a role that may not read it: such a role finds none.
  const beginning = begins !== undefined && !mayDo(role, 'read contents') ? '\n' : begins;
  return { ...chosen, begins: beginning, accountId, createdFromMs, createdBeforeMs };
}

const suppressionView = z.object({
  id: z.int(),
  accountId: z.int(),
  address: z.string(),
  stream: z.string(),
  reason: z.enum(suppressionReasons),
  source: z.string(),
  strikes: z.int(),
  createdAt: z.iso.datetime(),
  /** Null: it stays. */
  expiresAt: z.iso.datetime().nullable(),
});

export const listSuppressions = operation({
  name: 'suppression list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    ...filterShape,
    order: z.enum(orders).default('oldest'),
    after: idInput.optional(),
    limit: z.int().min(1).max(pageMax).default(pageMax),
  }),
  output: z.object({
    suppressions: z.array(suppressionView),
    /** Of the whole list, as far as it fits. */
    all: z.int(),
    /** Behind which the next page begins. */
    after: z.int().nullable(),
  }),
  async run({ suppressions }: SuppressionPorts, { after, order, limit, ...chosen }, caller) {
    const { role, atMs: nowMs } = caller;
    const asked = filterOf(caller, chosen);
    const place = readPlace({ after, order });
    const found = await suppressions.listSuppressions(asked, { ...place, limit, nowMs });
    return {
      suppressions: found.map((entry) => viewSuppression(entry, role)),
      all: await suppressions.countSuppressions(asked, nowMs),
      after: idAfter(found, limit),
    };
  },
});

export const addSuppressions = operation({
  name: 'suppression add',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  positional: ['addresses'],
  input: z.strictObject({
    addresses: noted(z.array(z.string().max(400)).min(1).max(addedMax), {
      form: suppressionForms.addresses,
    }),
    stream: stream.default(''),
    reason: z.enum(givenReasons).default('manual'),
  }),
  output: z.object({
    added: z.int(),
    standing: z.int(),
    /** Places in the list that was given, from 1, of what is no address. */
    wrong: z.array(z.int()),
  }),
  refusals: ['no address is written so'],
  async run(ports: SuppressionPorts, { addresses, ...named }, caller) {
    const read = addresses.map((text) => parseEmailAddress(text.trim()));
    const whole = read.flatMap((address) =>
      address === undefined ? [] : [{ ...named, address: suppressedForm(address) }],
    );
    if (whole.length === 0) {
      const params = { address: addresses[0] ?? '' };
      return refuse('no address is written so', { field: 'addresses', params });
    }
    const wrong = read.flatMap((address, place) => (address === undefined ? [place + 1] : []));
    return { ...(await putOnList(ports, whole, caller)), wrong };
  },
});

export const releaseSuppressions = operation({
  name: 'suppression release',
  does: 'writes',
  needs: 'send',
  changes,
  input: z.strictObject({ ...filterShape, all: z.boolean().default(false) }),
  output: z.object({ released: z.int() }),
  refusals: ['nothing is chosen'],
  async run({ suppressions }: SuppressionPorts, { all, ...chosen }, caller) {
    if (!all && Object.values(chosen).every((choice) => choice === undefined)) {
      return refuse('nothing is chosen', { field: 'all' });
    }
    const release = { limit: commitMax, nowMs: caller.atMs };
    const asked = filterOf(caller, chosen);
    for (let released = 0; ; ) {
      const gone = await suppressions.releaseSuppressions(asked, release, caller);
      released += gone.inForce.length;
      if (gone.removed < commitMax) return { released };
    }
  },
});

/** A cell as an export writes it, which spreadsheets must not take for a formula. */
const addressCell = textOf(
  {
    read(text) {
      const address = parseEmailAddress(withoutApostrophe(text));
      return address && suppressedForm(address);
    },
  },
  suppressionForms.address,
);
const streamCell = z.string().transform(withoutApostrophe).pipe(stream);
/** What an export has and an import does not need may stand there. */
const unread = z.string().default('');

const rowShape = {
  address: addressCell,
  stream: streamCell.default(''),
  reason: z.enum(suppressionReasons).default('manual'),
  source: unread,
  since: unread,
  until: unread,
};

export const importSuppressions = operation({
  name: 'suppression import',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  positional: ['table'],
  input: z.strictObject({
    table: tableInput(rowShape, importMax),
  }),
  output: z.object({ added: z.int(), standing: z.int() }),
  run: (ports: SuppressionPorts, { table }, caller) =>
    putOnList(
      ports,
      table.map(({ address, stream: named, reason }) => ({
        address,
        stream: named,
        // A file cannot say when the refusals came.
        reason: reason === 'soft' ? 'manual' : reason,
      })),
      caller,
    ),
});

export const exportSuppressions = operation({
  name: 'suppression export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: filter,
  output: z.object({ table: z.string() }),
  refusals: ['too many suppressions'],
  async run({ suppressions }: SuppressionPorts, chosen, caller) {
    const asked = filterOf(caller, chosen);
    const nowMs = caller.atMs;
    const entries: Suppression[] = [];
    for (let afterId = 0; entries.length <= exportMax; ) {
      const found = await suppressions.listSuppressions(asked, { afterId, limit: pageMax, nowMs });
      entries.push(...found);
      if (found.length < pageMax) return { table: suppressionTable(entries) };
      afterId = found.at(-1)?.id ?? afterId;
    }
    return refuse('too many suppressions', { params: { max: exportMax } });
  },
});

function suppressionTable(entries: readonly Suppression[]): string {
  const rows = entries.map(({ address, stream: named, reason, source, ...at }) => [
    address,
    named,
    reason,
    source,
    instantText(at.createdAtMs),
    at.expiresAtMs === null ? '' : instantText(at.expiresAtMs),
  ]);
  return formatTable([Object.keys(rowShape), ...rows]);
}

type Put = Pick<NewSuppression, 'address' | 'stream' | 'reason'>;

async function putOnList(
  { suppressions }: SuppressionPorts,
  entries: readonly Put[],
  caller: InAccount,
): Promise<{ readonly added: number; readonly standing: number }> {
  const { accountId, atMs } = caller;
  const said = { accountId, source: 'administrator', atMs } as const;
  let added = 0;
  for (let at = 0; at < entries.length; at += commitMax) {
    const slice = entries.slice(at, at + commitMax).map((entry) => ({ ...entry, ...said }));
    const put = await suppressions.addSuppressions(slice, caller);
    added += put.filter(({ isNew }) => isNew).length;
  }
  return { added, standing: entries.length - added };
}

function viewSuppression({ createdAtMs, expiresAtMs, ...entry }: Suppression, role: Role) {
  const address = mayDo(role, 'read contents') ? entry.address : maskAddress(entry.address);
  const expiresAt = expiresAtMs === null ? null : instantText(expiresAtMs);
  return { ...entry, address, createdAt: instantText(createdAtMs), expiresAt };
}
