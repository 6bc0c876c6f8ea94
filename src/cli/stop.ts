/** `parley stop …`: the phones that want nothing from an account any more. */

import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { wholeNumber } from '#core/value-kind.ts';
import type { StopEntry } from '#sms/stops/stop-store.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed, otherwise } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id, writtenPhone } from './written-values.ts';

/** Entries shown at a time. */
const pageMax = 1_000;

const options = { account: needed(id, 'ID', 'The account.') };
const phone = needed(writtenPhone, 'PHONE', 'Such as +33612345678, or as it is dialled at home.');

const stopList = command({
  name: 'stop list',
  sentence: `Lists the phones that an account may not send to, ${pageMax} at most at a time.`,
  takes: {},
  options: {
    ...options,
    after: maybe(id, 'ID', 'Begins behind this entry.'),
    limit: otherwise(pageMax, wholeNumber(1, pageMax), 'COUNT', 'How many.'),
  },
  async run({ account, after = 0, limit }, { open }) {
    await using installation = await open();
    const { stops } = installation.storage;
    const entries = await stops.listStops(account, after, limit);
    const all = await stops.countStops(account);
    const rows = entries.map((entry) => [
      String(entry.id),
      formatPhone(entry.phone),
      entry.source,
      formatTime(entry.createdAtMs),
    ]);
    const text = table(['id', 'phone', 'by', 'since'], rows);
    return done(`${text}${all} on the list.\n`, { stops: entries.map(entryJson), all });
  },
});

const stopAdd = command({
  name: 'stop add',
  sentence: 'Puts a phone on the list: nothing goes to it any more.',
  takes: { phone },
  options,
  async run(wanted, { clock, open }) {
    await using installation = await open();
    const read = await readPhone(wanted, installation);
    if (!read.ok) return read.outcome;
    const stop = { accountId: wanted.account, phone: read.phone, source: 'administrator' } as const;
    const { stops, audit } = installation.storage;
    const { entry, isNew } = await stops.addStop({ ...stop, createdAtMs: clock.nowMs() });
    await audit.note(authorNow(clock), stopNote('stop.add', wanted.account));
    const said = isNew ? 'is on the list now' : 'was on the list already';
    return done(`${formatPhone(read.phone)} ${said}.\n`, { stop: entryJson(entry) });
  },
});

const stopRemove = command({
  name: 'stop remove',
  sentence: 'Takes a phone off the list: only its owner can rightly ask for that.',
  takes: { phone },
  options,
  async run(wanted, { clock, open }) {
    await using installation = await open();
    const read = await readPhone(wanted, installation);
    if (!read.ok) return read.outcome;
    const told = formatPhone(read.phone);
    const { stops, audit } = installation.storage;
    if (!(await stops.removeStop(wanted.account, read.phone))) {
      return failed(`${told} is not on the list of account ${wanted.account}`);
    }
    await audit.note(authorNow(clock), stopNote('stop.remove', wanted.account));
    return done(`${told} is off the list.\n`, { removed: told });
  },
});

/** Without the phone, which an erasure could not take away. */
function stopNote(action: string, accountId: number) {
  return { action, target: '', accountId, details: { phones: 1 } };
}

/** A phone as it is dialled where the account is at home, or what to say instead. */
async function readPhone(
  wanted: { readonly phone: string; readonly account: number },
  { storage }: Pick<Installation, 'storage'>,
): Promise<
  | { readonly ok: true; readonly phone: PhoneNumber }
  | { readonly ok: false; readonly outcome: Outcome }
> {
  const account = await storage.accounts.findAccount(wanted.account);
  if (account === undefined) return { ok: false, outcome: noAccount(wanted.account) };
  const read = parsePhoneNumber(wanted.phone, account.homeCountry);
  return read === undefined
    ? { ok: false, outcome: failed(`${wanted.phone} is not a possible phone number`) }
    : { ok: true, phone: read };
}

function entryJson({ id: entryId, accountId, phone: of, source, createdAtMs }: StopEntry) {
  const createdAt = formatTime(createdAtMs);
  return { id: entryId, accountId, phone: formatPhone(of), source, createdAt };
}

export const stopCommands = [stopList, stopAdd, stopRemove];
