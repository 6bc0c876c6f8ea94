import type { Author } from '#core/author.ts';
import { type Millionths, times } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { ForwardOptions } from '#numbers/forwarding/forward-rule.ts';
import type { VirtualNumber } from '#numbers/virtual-number.ts';
import type {
  CalledNumber,
  CallPayer,
  GivingBack,
  Rental,
  RentDue,
  RentResult,
  VirtualNumberStore,
} from '#numbers/virtual-number-store.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { type FieldRow, fields, recordFields } from './fields.ts';
import { forwardRules, optionWords, toRule } from './forward-rules.ts';
import { prepareOne } from './prepared.ts';
import { rememberIfKeyed } from './remembered-replies.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const numberWords =
  'id number:phone account_id state:active free_after:freeAfterMs takes_sms takes_calls can_forward label monthly_price minute_price rented_at paid_until deactivated_why';
const numberFields = fields('number', numberWords);
type VirtualNumberRow = FieldRow<'number', typeof numberFields>;

export function virtualNumberStore(database: Database): VirtualNumberStore {
  // Asked for each call: compiled once.
  const numberOf = prepareOne(({ phone }: { readonly phone: PhoneNumber }) =>
    longNumbers(database).where('number', '=', phone),
  );
  const calledOf = prepareOne(({ phone }: { readonly phone: PhoneNumber }) =>
    called(database).where('number.number', '=', phone),
  );
  return {
    ...forwardRules(database),
    async findVirtualNumber(phone) {
      const [row] = await database.read(numberOf({ phone }));
      return row && toNumber(row);
    },
    async findCalled(phone) {
      const [row] = await database.read(calledOf({ phone }));
      return row && toCalled(row);
    },
    async listVirtualNumbers({ of, afterPhone, limit, nowMs }) {
      const page = longNumbers(database)
        .where('number', '>', afterPhone)
        .orderBy('number')
        .limit(limit);
      const query =
        'accountId' in of
          ? page.where('account_id', '=', of.accountId)
          : page
              .where('account_id', 'is', null)
              .where('state', '=', 'active')
              .where('number', 'like', `${of.freeFrom}%`)
              .where((eb) => eb.or([eb('free_after', 'is', null), eb('free_after', '<=', nowMs)]));
      return (await database.read(query)).map((row) => toNumber(row));
    },
    rent: (rental, author) => rent(database, rental, author),
    giveBack: (giving, author) => giveBack(database, giving, author),
    setLabel: (numberId, accountId, label) =>
      writeChange(
        database,
        changeNumber(database, numberId).set({ label }).where('account_id', '=', accountId),
      ),
    async setTerms(numberId, terms, author) {
      const { canForward, monthlyPrice, minutePrice } = terms;
      const update = changeNumber(database, numberId).set((eb) => ({
        can_forward: canForward === undefined ? eb.ref('can_forward') : Number(canForward),
        monthly_price: monthlyPrice ?? eb.ref('monthly_price'),
        minute_price: minutePrice ?? eb.ref('minute_price'),
      }));
      const target = targetOf('number', numberId);
      const audited = { action: 'number.terms', target, details: terms };
      return writeChange(database, update, ...settingSteps(database, author, audited));
    },
    async listUnpaid(nowMs, afterId, limit) {
      const query = longNumbers(database)
        .where('paid_until', '<=', nowMs)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      return (await database.read(query)).map((row) => toNumber(row));
    },
    payRent: (due) => payRent(database, due),
    async deactivate(numberId, why, author) {
      const pause = changeNumber(database, numberId)
        .set({ state: 'deactivated', deactivated_why: why })
        .where('state', '=', 'active');
      const target = targetOf('number', numberId);
      const audited = { action: 'number.deactivate', target, details: { why } };
      return writeChange(database, pause, ...settingSteps(database, author, audited));
    },
  };
}

async function findNumber(database: Database, phone: PhoneNumber) {
  const [row] = await database.read(longNumbers(database).where('number', '=', phone));
  return row === undefined ? undefined : toNumber(row);
}

function longNumbers({ build }: Database) {
  return build.selectFrom('number').select(numberFields).where('kind', '=', 'long');
}

/** What a left join finds, or nulls. */
type Joined<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

type CalledRow = {
  readonly number: VirtualNumberRow;
  readonly rule: Joined<Parameters<typeof toRule>[0]>;
  readonly further: Joined<{ readonly id: number }>;
  readonly options: Joined<ForwardOptions>;
  readonly account: Joined<Payer>;
};

type Payer = CallPayer & { readonly parentState: CallPayer['state'] | null };

/** The number with its account, its rule and its options, where it has them, and whether it leads on to another of ours: one query for each call. */
function called({ build }: Database) {
  return build
    .selectFrom('number')
    .leftJoin('account', 'account.id', 'number.account_id')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .leftJoin('forward_rule', 'forward_rule.number_id', 'number.id')
    .leftJoin('number as further', (join) =>
      join.onRef('further.number', '=', 'forward_rule.target').on('further.kind', '=', 'long'),
    )
    .leftJoin('forward_option', 'forward_option.number_id', 'number.id')
    .select(recordFields('number', 'number', numberWords))
    .select(recordFields('rule', 'forward_rule', 'kind target'))
    .select(recordFields('further', 'further', 'id'))
    .select(recordFields('options', 'forward_option', optionWords))
    .select(recordFields('account', 'account', 'id state home_country'))
    .select(recordFields('account', 'parent', 'state:parentState'))
    .where('number.kind', '=', 'long')
    .$castTo<CalledRow>();
}

function toCalled({ number, rule, further, options, account }: CalledRow): CalledNumber {
  return {
    number: toNumber(number),
    account: isFound(account, 'id') ? payerOf(account) : undefined,
    rule: isFound(rule, 'kind') ? toRule(rule) : undefined,
    leadsOn: isFound(further, 'id'),
    options: isFound(options, 'ringMs') ? options : undefined,
  };
}

/** Columns of a row that is missing are null together. */
function isFound<Row>(row: Joined<Row>, name: keyof Row): row is Row & Joined<Row> {
  return row[name] !== null;
}

/** An account is no more active than the one above it. */
function payerOf({ id, state, homeCountry, parentState }: Payer): CallPayer {
  const isOwn = parentState === null || parentState === 'active';
  return { id, state: isOwn ? state : parentState, homeCountry };
}

function changeNumber({ build }: Database, numberId: number) {
  return build.updateTable('number').where('id', '=', numberId);
}

async function rent(database: Database, rental: Rental, author: Author): Promise<RentResult> {
  const { number, accountId, label, atMs, paidUntilMs, once } = rental;
  const take = changeNumber(database, number.id)
    .set({ account_id: accountId, label, rented_at: atMs, paid_until: paidUntilMs })
    .set({ free_after: null })
    .where('account_id', 'is', null)
    .where('state', '=', 'active')
    .where((eb) => eb.or([eb('free_after', 'is', null), eb('free_after', '<=', atMs)]));
  const { monthlyPrice: price } = number;
  const paid =
    paidUntilMs === null ? [] : pay(database, { number, accountId, price, fromMs: atMs, atMs });
  const written = await database.write([
    ...rememberIfKeyed(database, once, { accountId, atMs }),
    { query: take, mustChange: true },
    ...paid,
    audit(database, author, number, { action: 'number.rent', accountId }),
    settingsChanged(database),
  ]);
  if (written !== undefined) return 'rented';
  const standing = await findNumber(database, number.phone);
  const isFree = standing?.accountId === null && standing.active;
  return isFree && (standing.freeAfterMs ?? 0) <= atMs ? 'credit is not enough' : 'number is taken';
}

type Payment = {
  readonly number: VirtualNumber;
  readonly accountId: number;
  readonly price: Millionths;
  readonly fromMs: number;
  readonly atMs: number;
};

/** Nothing at all happens where the balance would be below zero, or this month was paid. */
function pay({ build }: Database, payment: Payment): readonly WriteStep[] {
  const { number, accountId, price, fromMs, atMs } = payment;
  const debit = build
    .updateTable('account')
    .set((eb) => ({ balance: eb('balance', '-', price) }))
    .where('id', '=', accountId)
    .where('balance', '>=', price);
  const movement = build.insertInto('movement').values({
    account_id: accountId,
    purse: 'live',
    kind: 'rent',
    amount: times(price, -1),
    actor: 'rent',
    at: atMs,
    subject: `${number.phone}/${accountId}/${fromMs}`,
  });
  return [{ query: debit, mustChange: true }, movement];
}

async function payRent(database: Database, due: RentDue): Promise<boolean> {
  const { number, untilMs } = due;
  const extend = changeNumber(database, number.id)
    .set((eb) => ({
      paid_until: untilMs,
      state: eb
        .case()
        .when('deactivated_why', '=', unpaid)
        .then<'active' | 'deactivated'>('active')
        .else(eb.ref('state'))
        .end(),
      deactivated_why: eb
        .case()
        .when('deactivated_why', '=', unpaid)
        .then('')
        .else(eb.ref('deactivated_why'))
        .end(),
    }))
    .where('account_id', '=', due.accountId)
    .where('paid_until', '=', number.paidUntilMs);
  const steps = [{ query: extend, mustChange: true }, ...pay(database, due)];
  return (await database.write([...steps, settingsChanged(database)])) !== undefined;
}

/** What `payRent` undoes. */
const unpaid = 'unpaid';

async function giveBack(
  database: Database,
  { numberId, accountId, freeAfterMs }: GivingBack,
  author: Author,
): Promise<boolean> {
  const { build } = database;
  const history = build
    .insertInto('number_history')
    .columns(['number', 'account_id', 'from_at', 'to_at'])
    .expression(
      build
        .selectFrom('number')
        .where('id', '=', numberId)
        .where('account_id', '=', accountId)
        .select((eb) => [
          'number',
          eb.val(accountId).as('account_id'),
          eb.fn.coalesce('rented_at', 'created_at').as('from_at'),
          eb.val(author.atMs).as('to_at'),
        ]),
    );
  const free = changeNumber(database, numberId)
    .set({ account_id: null, label: '', rented_at: null, paid_until: null })
    .set({ free_after: freeAfterMs, state: 'active', deactivated_why: '' })
    .where('account_id', '=', accountId);
  const target = targetOf('number', numberId);
  const audited = { action: 'number.give-back', target, accountId, details: {} };
  return writeChange(
    database,
    history,
    ...withoutRule(database, numberId),
    free,
    ...settingSteps(database, author, audited),
  );
}

/** The next holder of the number inherits nothing; also for a number that is removed. */
export function withoutRule({ build }: Database, numberId: number): readonly WriteStep[] {
  return [
    build.deleteFrom('forward_rule').where('number_id', '=', numberId),
    build.deleteFrom('forward_option').where('number_id', '=', numberId),
    build.deleteFrom('greeting').where('number_id', '=', numberId),
  ];
}

function audit(
  database: Database,
  author: Author,
  { phone, monthlyPrice }: VirtualNumber,
  { action, accountId }: { readonly action: string; readonly accountId: number },
): WriteStep {
  return auditStep(database, author, {
    action,
    target: phone,
    accountId,
    details: { monthlyPrice },
  });
}

function toNumber(row: VirtualNumberRow): VirtualNumber {
  return {
    ...row,
    phone: row.phone as PhoneNumber,
    active: row.active === 'active',
    takesSms: row.takesSms === 1,
    takesCalls: row.takesCalls === 1,
    canForward: row.canForward === 1,
  };
}
