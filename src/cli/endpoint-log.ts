/** `parley endpoint attempts` and `replay`: what was posted, and what is to be posted once more. */

import { writtenDuration } from '#core/moment.ts';
import { oneOf, wholeNumber } from '#core/value-kind.ts';
import { isKindOfEvent } from '#webhooks/management/endpoint-rules.ts';
import type { LoggedAttempt } from '#webhooks/management/endpoint-store.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { maybe, needed, otherwise } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

function attemptsText(attempts: readonly LoggedAttempt[]): string {
  return table(
    ['at', 'event', 'endpoint', 'try', 'outcome', 'status', 'ms', 'address', 'error'],
    attempts.map((attempt) => [
      formatTime(attempt.atMs),
      String(attempt.eventId),
      String(attempt.endpointId),
      String(attempt.n),
      attempt.outcome,
      attempt.status === 0 ? '-' : String(attempt.status),
      String(attempt.durationMs),
      attempt.ip === '' ? '-' : attempt.ip,
      attempt.error,
    ]),
  );
}

const takes = { endpoint: needed(id, 'ID', 'The endpoint.') };
const attemptsMax = 1_000;

const attempts = command({
  name: 'endpoint attempts',
  sentence: 'Lists what an endpoint did not take, newest first, or all attempts of one event.',
  takes,
  options: {
    event: maybe(id, 'ID', 'All attempts of this event at the endpoint.'),
    limit: otherwise(50, wholeNumber(1, attemptsMax), 'COUNT', 'How many.'),
  },
  async run({ endpoint, event, limit }, { open }) {
    await using installation = await open();
    const { store } = installation.endpoints;
    const listed =
      event === undefined
        ? await store.failedAttempts(endpoint, Number.MAX_SAFE_INTEGER, limit)
        : await store.attemptsOf([event], attemptsMax);
    const shown = listed.filter(({ endpointId }) => endpointId === endpoint);
    return done(attemptsText(shown), { attempts: shown });
  },
});

const replay = command({
  name: 'endpoint replay',
  sentence: 'Owes events to an endpoint once more: one, or those since a while ago that fit.',
  takes,
  options: {
    event: maybe(id, 'ID', 'This one.'),
    since: maybe(writtenDuration, 'TIME', 'Those of so long ago until now, such as 24h.'),
    outcome: otherwise(
      'undelivered',
      oneOf('undelivered', 'delivered', 'any'),
      'OUTCOME',
      'undelivered, delivered or any.',
    ),
    kinds: maybe(
      { form: 'kinds with commas between', read: readKinds },
      'KINDS',
      'Of these kinds.',
    ),
    phone: maybe({ form: 'digits', read: readDigits }, 'PHONE', 'Of this phone.'),
  },
  async run({ endpoint: wanted, event, since, outcome, kinds = [], phone = '' }, { clock, open }) {
    if ((event === undefined) === (since === undefined)) return misused('Say --event or --since');
    await using installation = await open();
    const { store, replays, replayer } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return failed(`There is no endpoint ${wanted}`);
    const { accountId } = endpoint;
    const note = (target: number, details: object) =>
      installation.storage.audit.note(authorNow(clock), {
        action: 'endpoint.replay',
        target: String(target),
        accountId,
        details,
      });
    if (event !== undefined) {
      const found = await store.findEvent(accountId, event);
      if (found === undefined) return failed(`There is no event ${event}, or it is kept no more`);
      const owed = await replayer.replayOne(found, [wanted]);
      await note(wanted, { event, made: owed.length });
      const told = owed.length > 0 ? 'owed once more' : 'owed already';
      return done(`Event ${event} is ${told}.\n`, { made: owed.length });
    }
    const nowMs = clock.nowMs();
    const made = await replays.createReplay({
      accountId,
      endpointId: wanted,
      fromMs: nowMs - (since ?? 0),
      toMs: nowMs,
      kinds,
      outcome,
      phone,
      createdAtMs: nowMs,
    });
    if (made === undefined) return failed(`A replay to endpoint ${wanted} is under way already`);
    await note(wanted, { replay: made.id, fromMs: made.fromMs, outcome, kinds });
    return done(`Replay ${made.id} begins.\n`, { replay: made });
  },
});

function readKinds(text: string): readonly string[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  return words.every(isKindOfEvent) ? words : undefined;
}

function readDigits(text: string): string | undefined {
  return /^\+?\d{3,15}$/.test(text) ? text.replace('+', '') : undefined;
}

const cancel = command({
  name: 'endpoint replay-cancel',
  sentence: 'Ends a replay: what it has made is sent, nothing more is made.',
  takes: { replay: needed(id, 'ID', 'The replay, as endpoint replay has said.') },
  options: { account: needed(id, 'ID', 'Whose.') },
  async run({ replay: wanted, account: accountId }, { clock, open }) {
    await using installation = await open();
    const { replays } = installation.endpoints;
    return (await replays.cancelReplay({ id: wanted, accountId }, authorNow(clock)))
      ? done(`Replay ${wanted} is cancelled.\n`, { cancelled: wanted })
      : failed(`No replay ${wanted} of account ${accountId} is under way`);
  },
});

export const endpointLog = [attempts, replay, cancel];
