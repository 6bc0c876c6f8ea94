/** `stop list`, `export`, `add`, `remove`: the phones that want nothing from an account any more. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import { isTyped } from '#core/author.ts';
import { fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { orders, readPlace } from '#core/id-paging.ts';
import { noted, textOf } from '#core/input-form.ts';
import { exactInstantText, instantText } from '#core/instant-text.ts';
import { showPhone, showText } from '#core/masked.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import type { InboundStore, ReplyRecord } from '#sms/inbound/inbound-store.ts';
import { readBeginning } from '../phone-beginning.ts';
import type { StopList } from './stop-list.ts';
import type { StopEntry, StopPage, StopStore } from './stop-store.ts';
import { stopForms } from './words.ts';

type StopPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly audit: Pick<AuditStore, 'note'>;
  readonly stops: Pick<StopStore, 'stopPage' | 'countStops' | 'findStopOf'>;
  /** Of a running server its own, which knows at once. */
  readonly stopList: Pick<StopList, 'add' | 'remove'>;
  readonly inbound: Pick<InboundStore, 'findStopTexts'>;
};

const changes = ['stop list'];
const pageMax = 1_000;
const addedMax = 1_000;
/** What is no phone number is told up to so many times. */
const wrongMax = 100;

const stopView = z.object({
  id: z.int(),
  accountId: z.int(),
  phone: z.string(),
  /** Who put it there. */
  source: z.enum(['reply', 'client', 'administrator']),
  createdAt: z.iso.datetime(),
  /** The text of the phone that proves it, where one is kept. */
  proof: z
    .object({ text: z.string().nullable(), number: z.string(), at: z.iso.datetime() })
    .nullable(),
});

const filterShape = {
  begins: lineInput(1, 40).optional(),
  /** On the list since then. */
  from: fromInput.optional(),
  /** Exclusive. */
  until: fromInput.optional(),
};

export const listStops = operation({
  name: 'stop list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    /** In any form: it alone. */
    phone: z.string().max(40).optional(),
    ...filterShape,
    order: z.enum(orders).default('newest'),
    after: idInput.optional(),
    limit: z.int().min(1).max(pageMax).default(pageMax),
  }),
  output: z.object({
    stops: z.array(stopView),
    /** Of the whole list. */
    all: z.int(),
    /** Behind which the next page begins. */
    after: z.int().nullable(),
  }),
  async run(ports: StopPorts, { phone, after, order, limit, ...asked }, caller) {
    const { accountId, role } = caller;
    const { stops, inbound } = ports;
    const found =
      phone === undefined
        ? await stops.stopPage(accountId, {
            ...readPlace({ after, order }),
            limit,
            ...(await readFilter(ports, caller, asked)),
          })
        : await findOne(ports, accountId, phone);
    const told = found.filter(({ source }) => source === 'reply');
    const texts = await inbound.findStopTexts(
      accountId,
      told.map((stop) => stop.phone),
    );
    const proofs = new Map(texts.map((text) => [text.sender, text]));
    const last = phone !== undefined || found.length < limit ? undefined : found.at(-1);
    return {
      stops: found.map((stop) => viewStop(stop, proofs.get(stop.phone), role)),
      all: await stops.countStops(accountId),
      after: last?.id ?? null,
    };
  },
});

const exportedAtOnce = 5_000;

export const exportStops = operation({
  name: 'stop export',
  does: 'reads',
  needs: 'read contents',
  fresh: true,
  input: z.strictObject(filterShape),
  output: tableAnswer,
  run: async (ports: ExportPorts, asked, caller) =>
    new TableAnswer(
      'stop-list',
      pieces(ports, caller.accountId, await readFilter(ports, caller, asked)),
    ),
});

type ExportPorts = Pick<StopPorts, 'accounts'> & {
  readonly stops: Pick<StopStore, 'stopPage'>;
};

async function* pieces({ stops }: ExportPorts, accountId: number, filter: Filter) {
  yield formatTable([['phone', 'source', 'since']]);
  let beforeId = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await stops.stopPage(accountId, {
      ...filter,
      beforeId,
      limit: exportedAtOnce,
    });
    yield formatTable(page.map(cellsOf));
    beforeId = page.at(-1)?.id ?? beforeId;
    if (page.length < exportedAtOnce) return;
  }
}

function cellsOf({ phone, source, createdAtMs }: StopEntry): readonly string[] {
  return [formatPhone(phone), source, exactInstantText(createdAtMs)];
}

export const addStops = operation({
  name: 'stop add',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  positional: ['phones'],
  input: z.strictObject({
    phones: noted(z.array(z.string().max(40)).min(1).max(addedMax), { form: stopForms.phones }),
  }),
  output: z.object({
    added: z.int(),
    standing: z.int(),
    /** What can be no phone number. */
    wrong: z.array(z.string()),
  }),
  refusals: ['no phone is written so'],
  async run(ports: StopPorts, { phones: written }, caller) {
    const { accountId, atMs: createdAtMs } = caller;
    const read = await readPhones(ports, accountId, written);
    const phones = [...new Set(read.flatMap(({ phone }) => (phone === undefined ? [] : [phone])))];
    if (phones.length === 0) {
      return refuse('no phone is written so', {
        field: 'phones',
        params: { phone: written[0] ?? '' },
      });
    }
    const source = isTyped(caller) ? 'administrator' : 'client';
    // Those of one turn share their commits.
    const put = await Promise.all(
      phones.map((phone) => ports.stopList.add({ accountId, phone, source, createdAtMs })),
    );
    // Without the phones, which an erasure could not take away.
    const details = { phones: phones.length };
    await ports.audit.note(caller, { action: 'stop.add', target: '', accountId, details });
    const added = put.filter(({ isNew }) => isNew).length;
    const wrong = read.filter(({ phone }) => phone === undefined).map(({ text }) => text);
    return { added, standing: phones.length - added, wrong: wrong.slice(0, wrongMax) };
  },
});

export const removeStop = operation({
  name: 'stop remove',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['phone'],
  input: z.strictObject({
    phone: z.string().max(40),
    reason: textOf(
      {
        read(text) {
          const reason = text.trim();
          return reason.length >= 3 && reason.length <= 300 ? reason : undefined;
        },
      },
      stopForms.reason,
    ).optional(),
  }),
  output: z.object({ removed: z.string() }),
  refusals: ['no phone is written so', 'phone is not stopped'],
  async run(ports: StopPorts, { phone: written, reason }, caller) {
    const { accountId } = caller;
    const [read] = await readPhones(ports, accountId, [written]);
    const phone = read?.phone;
    if (phone === undefined) {
      return refuse('no phone is written so', { field: 'phone', params: { phone: written } });
    }
    const told = formatPhone(phone);
    const entry = await ports.stops.findStopOf(accountId, phone);
    if (entry === undefined || !(await ports.stopList.remove(accountId, phone))) {
      return refuse('phone is not stopped', { params: { phone: told, account: accountId } });
    }
    // By its number on the list: an erasure could not take the phone away.
    const target = String(entry.id);
    await ports.audit.note(caller, {
      action: 'stop.remove',
      target,
      accountId,
      details: reason === undefined ? {} : { reason },
    });
    return { removed: told };
  },
});

type Read = { readonly text: string; readonly phone: PhoneNumber | undefined };

/** As they are dialled where the account is at home. */
async function readPhones(
  { accounts }: Pick<StopPorts, 'accounts'>,
  accountId: number,
  texts: readonly string[],
): Promise<readonly Read[]> {
  const { homeCountry } = must(await accounts.findAccount(accountId), 'account');
  return texts.map((text) => ({ text, phone: parsePhoneNumber(text, homeCountry) }));
}

type Filter = Pick<StopPage, 'begins' | 'fromMs' | 'untilMs'>;

async function readFilter(
  ports: Pick<StopPorts, 'accounts'>,
  caller: Pick<InAccount, 'accountId' | 'role'>,
  { begins, from: fromMs, until: untilMs }: z.output<z.ZodObject<typeof filterShape>>,
): Promise<Filter> {
  return { begins: begins && (await readBeginning(ports, caller, begins)), fromMs, untilMs };
}

async function findOne(ports: StopPorts, accountId: number, written: string) {
  const [read] = await readPhones(ports, accountId, [written]);
  const entry = read?.phone && (await ports.stops.findStopOf(accountId, read.phone));
  return entry === undefined ? [] : [entry];
}

function viewStop(
  { phone, createdAtMs, ...stop }: StopEntry,
  proof: ReplyRecord | undefined,
  role: Role,
): z.input<typeof stopView> {
  return {
    ...stop,
    phone: showPhone(phone, role),
    createdAt: instantText(createdAtMs),
    proof:
      proof === undefined
        ? null
        : {
            text: showText(proof.text ?? '', role),
            number: proof.receiver,
            at: instantText(proof.receivedAtMs),
          },
  };
}
