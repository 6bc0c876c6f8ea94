/** Events, attempts and replays as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Events = AnswerOf<'event list'>;
type Event = Events['events'][number];
type Attempts = AnswerOf<'endpoint attempts'>;

export const eventTexts = {
  'event list': ({ events }) =>
    columns(events, 'id', ['at', 'createdAt'], 'kind', 'about', [
      'went to',
      ({ deliveries }) => deliveriesText(deliveries),
    ]),
  'event show': ({ event, body, attempts }) =>
    `${fields([
      ['event', event.id],
      ['at', event.createdAt],
      ['kind', event.kind],
      ['about', event.about],
      ['went to', deliveriesText(event.deliveries)],
    ])}\n${body}\n\n${attemptsText(attempts)}`,
  'event recent': ({ happenings }) =>
    columns(happenings, ['at', 'createdAt'], ['what', 'event'], 'about'),
  'event replay': ({ endpointIds }) =>
    endpointIds.length === 0
      ? 'It is already pending there.\n'
      : `It is sent again to ${endpointIds.map((id) => `#${id}`).join(', ')}.\n`,
  'endpoint figures': ({ steps }) =>
    columns(
      steps,
      'from',
      'delivered',
      'failed',
      ['median', ({ halfWithinMs }) => (halfWithinMs === null ? '' : `${halfWithinMs} ms`)],
      ['95 of 100', ({ mostWithinMs }) => (mostWithinMs === null ? '' : `${mostWithinMs} ms`)],
    ),
  'endpoint attempts': ({ attempts }) => attemptsText(attempts),
  'endpoint deliveries': ({ deliveries }) => attemptsText(deliveries),
  'endpoint replay': ({ made, replay }) => {
    if (replay !== null) return `Replay ${replay.id} begins.\n`;
    return made > 0 ? 'The event is sent again.\n' : 'The event is pending already.\n';
  },
  'endpoint replays': ({ replays }) =>
    columns(
      replays,
      'id',
      ['endpoint', 'endpointId'],
      'state',
      'made',
      'since',
      'until',
      ['kinds', ({ kinds }) => kinds.join(',') || 'all'],
      'outcome',
    ),
  'endpoint replay-cancel': ({ cancelled }) => `Replay ${cancelled} is cancelled.\n`,
  'endpoint sign': ({ endpoint, signatures, publicKey }) => {
    const ways = signatures.length === 0 ? 'the usual one alone' : signatures.join(', ');
    const verify = publicKey === undefined ? '' : `Verify with ${publicKey}\n`;
    return `Endpoint ${endpoint} is signed with ${ways}.\n${verify}`;
  },
} satisfies Texts;

function deliveriesText(deliveries: Event['deliveries']): string {
  const told = deliveries.map(({ endpoint, outcome, attempts }) =>
    attempts > 1 ? `${endpoint}: ${outcome}, ${attempts} attempts` : `${endpoint}: ${outcome}`,
  );
  return told.join('; ') || 'no endpoint';
}

function attemptsText(attempts: Attempts['attempts']): string {
  return columns(
    attempts,
    'at',
    ['event', 'eventId'],
    ['endpoint', 'endpointId'],
    ['try', 'attempt'],
    'outcome',
    ['status', ({ status }) => (status === 0 ? '-' : String(status))],
    ['ms', 'durationMs'],
    ['address', 'ip'],
    'error',
  );
}
