/** `unsubscribe/add`, `list`, `delete`: the addresses that want no mail of the account at all. */
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { startOf } from '#api/parameters/value.ts';
import { refuse, succeed } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { type Suppression, suppressedForm } from '#mail/suppression/suppression.ts';
import type { SuppressionStore } from '#mail/suppression/suppression-store.ts';
import type { ToldSuppressions } from '#mail/suppression/told-suppressions.ts';
import { formatLocalTime } from '../account-time.ts';
import { type Command, command, type Run } from '../command.ts';

export type UnsubscribePorts = {
  readonly suppressions: Pick<
    SuppressionStore,
    'listSuppressions' | 'countSuppressions' | 'findSuppression'
  >;
  readonly toldSuppressions: Pick<ToldSuppressions, 'add' | 'remove'>;
  readonly clock: Clock;
};

/** Entries in one reply; those behind the last one are asked for with `after`. */
const pageMax = 10_000;

export function unsubscribeCommands(ports: UnsubscribePorts): readonly Command[] {
  return [
    command('GET POST /mail/v1/unsubscribe/list', { scope: 'read', run: list(ports) }),
    command('POST /mail/v1/unsubscribe/add', { scope: 'account', run: add(ports) }),
    command('GET POST DELETE /mail/v1/unsubscribe/delete', {
      scope: 'account',
      run: remove(ports),
    }),
  ];
}

/** Other entries are of the account's own making, or of a server's. */
function filterOf(accountId: number) {
  return { accountId, stream: '', reason: 'unsubscribe' } as const;
}

function list({ suppressions, clock }: UnsubscribePorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const afterId = fields.wholeNumber('after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const limit = fields.wholeNumber('limit', 1, pageMax) ?? pageMax;
    if (fields.refusal !== undefined) return fields.refusal;
    const filter = filterOf(caller.account.id);
    const nowMs = clock.nowMs();
    const entries = await suppressions.listSuppressions(filter, { afterId, limit, nowMs });
    const nbData = await suppressions.countSuppressions(filter, nowMs);
    return succeed({ nbData, data: entries.map(toEntryJson) });
  };
}

function toEntryJson({ id, address, createdAtMs }: Suppression) {
  return { id, email: address, createdAt: formatLocalTime(createdAtMs) };
}

function add({ toldSuppressions }: UnsubscribePorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const written = fields.requiredText('email', 'address is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const parsed = parseEmailAddress((written ?? '').trim());
    if (parsed === undefined) {
      const details = { address: startOf(written ?? '') };
      return refuse('recipient address is malformed', { field: 'email', details });
    }
    const address = suppressedForm(parsed);
    const added = { ...filterOf(caller.account.id), address, source: 'client' } as const;
    const entry = await toldSuppressions.add(added);
    return succeed({ unsubscribeId: entry?.id ?? 0 });
  };
}

function remove({ suppressions, toldSuppressions }: UnsubscribePorts): Run {
  return async ({ caller, parameters }) => {
    const fields = new Fields(parameters);
    const text = fields.requiredText('id', 'unsubscription id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const id = parseWholeNumber(text ?? '') ?? 0;
    const accountId = caller.account.id;
    const entry = await suppressions.findSuppression(accountId, id);
    if (entry?.reason !== 'unsubscribe' || entry.stream !== '') {
      return refuse('unsubscription is unknown', { field: 'id' });
    }
    await toldSuppressions.remove(entry);
    return succeed({});
  };
}
