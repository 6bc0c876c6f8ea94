/** `stop-sms/list`, `add`, `delete`: the phones that the account may not send to any more. */
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { startOf } from '#api/parameters/value.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import type { StopEntry, StopStore } from '#sms/stops/stop-store.ts';
import { formatLocalTime } from './account-time.ts';
import { type Call, type Command, command, type Run } from './command.ts';

export type StopPorts = {
  readonly stops: Pick<StopList, 'add' | 'remove'>;
  readonly stopEntries: Pick<StopStore, 'findStop' | 'listStops' | 'countStops'>;
  readonly clock: Clock;
};

/** Entries in one reply; those behind the last one are asked for with `after`. */
const pageMax = 10_000;

export function stopCommands(ports: StopPorts): readonly Command[] {
  return [
    command('GET POST /v1/stop-sms/list', { scope: 'read', run: listStops(ports) }),
    command('POST /v1/stop-sms/add', { scope: 'account', run: addStop(ports) }),
    command('GET POST DELETE /v1/stop-sms/delete', { scope: 'account', run: removeStop(ports) }),
  ];
}

function listStops({ stopEntries }: StopPorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const after = fields.wholeNumber('after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const limit = fields.wholeNumber('limit', 1, pageMax) ?? pageMax;
    if (fields.refusal !== undefined) return fields.refusal;
    const { id } = caller.account;
    const entries = await stopEntries.listStops(id, after, limit);
    return succeed({ nbData: await stopEntries.countStops(id), data: entries.map(toEntryJson) });
  };
}

function toEntryJson({ id, phone, createdAtMs }: StopEntry) {
  return { id, phoneNumber: formatPhone(phone), createdAt: formatLocalTime(createdAtMs) };
}

function addStop({ stops, clock }: StopPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const phone = readPhone(fields, call);
    if (fields.refusal !== undefined) return fields.refusal;
    if (phone === undefined) return refuse('phone numbers are missing', { field: 'phoneNumber' });
    const { entry } = await stops.add({
      accountId: call.caller.account.id,
      phone,
      source: 'client',
      createdAtMs: clock.nowMs(),
    });
    return succeed({ stopId: entry.id });
  };
}

function readPhone(fields: Fields, { caller }: Call): PhoneNumber | undefined {
  const text = fields.requiredText('phoneNumber', 'phone numbers are missing');
  if (text === undefined) return undefined;
  const phone = parsePhoneNumber(text, caller.account.homeCountry);
  const details = { number: startOf(text) };
  return phone ?? fields.refuse('phone number is not possible', 'phoneNumber', details);
}

function removeStop({ stops, stopEntries }: StopPorts): Run {
  return async ({ caller, parameters }): Promise<Answer> => {
    const fields = new Fields(parameters);
    const text = fields.requiredText('id', 'stop id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const id = parseWholeNumber(text ?? '');
    const { id: accountId } = caller.account;
    const entry = id === undefined ? undefined : await stopEntries.findStop(accountId, id);
    if (entry === undefined) return refuse('stop is unknown', { field: 'id' });
    await stops.remove(accountId, entry.phone);
    return succeed({});
  };
}
