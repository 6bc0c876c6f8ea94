/**
 * `GET /v1/events`: an account's webhooks, fetched instead of received. `after` is the `next` of the answer
 * before, or `now`; `limit` 1 to 1,000; `wait` up to 30 seconds for a first event; `event` some kinds.
 */
import { reachOf } from '#accounts/authenticator.ts';
import type { Run } from '#api/commands/command.ts';
import { Fields } from '#api/parameters/fields.ts';
import { type Answer, succeed } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import { writeCursor } from '#webhooks/pull/event-cursor.ts';
import type { Pulled } from '#webhooks/pull/event-reader.ts';
import {
  type EventPorts,
  findCursor,
  readBeginning,
  readKinds,
  refuseOld,
  tooManyReaders,
} from './asked-events.ts';
import { describeEvent, eventJson } from './event-json.ts';

const limits = { usual: 100, max: 1_000 };
const waitSMax = 30;

export function pullEvents({ events, clock }: EventPorts): Run {
  return async ({ caller, base, parameters, barred }) => {
    const fields = new Fields(parameters);
    const beginning = readBeginning(fields, clock, 'oldest');
    const limit = fields.wholeNumber('limit', 1, limits.max) ?? limits.usual;
    const waitS = fields.wholeNumber('wait', 0, waitSMax) ?? 0;
    const kinds = readKinds(fields, base);
    if (beginning === undefined || fields.refusal !== undefined) {
      return must(fields.refusal, 'refusal of a pull');
    }
    const { accountId, mode } = reachOf(caller);
    const after = await findCursor(accountId, beginning, events);
    const waitMs = waitS * 1_000;
    const mayStill = async () => (await barred()) === undefined;
    const pulled = await events.pull({ accountId, mode, after, limit, kinds, waitMs, mayStill });
    if (pulled === 'too many') return tooManyReaders;
    if (pulled === 'no more') return (await barred()) ?? tooManyReaders;
    return pulled.ok ? tell(pulled) : refuseOld('after', pulled.oldest);
  };
}

function tell({ events, next, hasMore }: Extract<Pulled, { ok: true }>): Answer {
  const cursor = writeCursor(next);
  return {
    ...succeed({ events: events.map(describeEvent), next: cursor, hasMore }),
    // Each payload is the very bytes of its webhook.
    json: () =>
      `{"success":true,"code":200,"events":[${events.map(eventJson).join(',')}],` +
      `"next":"${cursor}","hasMore":${hasMore}}`,
  };
}
