/** Webhook endpoints as commands show them to people. No secret but what is shown once, no value of a header. */
import { columns, fields } from '#cli/text-table.ts';
import type { EndpointView } from '#webhooks/endpoints/endpoint-view.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Tested = AnswerOf<'endpoint test'>;
type Stated = { readonly endpoint: number; readonly state: string };

const stateText = ({ endpoint, state }: Stated) => `Endpoint ${endpoint} is ${state}.\n`;
const secretText = ({ secret }: { readonly secret: string }) =>
  `${fields([['secret', secret]])}Keep it now: it is shown this once.\n`;

export const endpointTexts = {
  'endpoint list': ({ endpoints }) =>
    columns(
      endpoints,
      'id',
      ['account', 'accountId'],
      'source',
      'state',
      ['events', eventsText],
      ['order', 'ordering'],
      ['URL', 'url'],
    ),
  'endpoint show': ({ endpoint }) => endpointText(endpoint),
  'endpoint set': ({ endpoint }) => endpointText(endpoint),
  'endpoint add': ({ endpoint, secret }) => `${endpointText(endpoint)}${secretText({ secret })}`,
  'endpoint remove': ({ removed }) => `Endpoint ${removed} is removed.\n`,
  'endpoint pause': stateText,
  'endpoint resume': stateText,
  'endpoint skip': ({ eventId }) => `Event ${eventId} is dropped.\n`,
  'endpoint secret': secretText,
  'endpoint rotate': (rotated) => secretText(rotated),
  'endpoint revoke': ({ endpoint }) => `Only the newest secret of endpoint ${endpoint} signs.\n`,
  'endpoint test': testText,
} satisfies Texts;

function endpointText(endpoint: EndpointView): string {
  const { id, accountId, source, url, state, reason, schedule, ratePerSecond, breaker } = endpoint;
  const { owed, owedMax } = endpoint;
  return fields([
    ['endpoint', id],
    ['account', accountId],
    ['source', source],
    ['URL', url],
    ['state', `${state}${reason === '' ? '' : `: ${reason}`}, since ${endpoint.since}`],
    ['events', eventsText(endpoint)],
    ['at once', endpoint.maxInFlight],
    ['a second', ratePerSecond === null ? 'no limit' : String(ratePerSecond)],
    ['order', endpoint.ordering],
    ['time-out', `${endpoint.timeoutMs} ms`],
    ['schedule', schedule.length === 0 ? 'usual' : `${schedule.join(', ')} s`],
    ['headers', endpoint.headers ? 'set' : 'none'],
    ['authority', endpoint.ca ? 'one of its own' : 'those of the machine'],
    ['certificate', endpoint.certificate ? 'set' : 'none'],
    ['given up', endpoint.autoDisable ? 'after five days' : 'never'],
    ['secrets', secretsText(endpoint)],
    ['created', endpoint.createdAt],
    ['owed', owed < owedMax ? String(owed) : `${owedMax} or more`],
    ['failing', breaker === null ? 'no' : `${breaker.failedAttempts} attempts in a row`],
  ]);
}

function eventsText({ events }: EndpointView): string {
  return events.length === 0 ? 'all' : events.join(',');
}

function secretsText({ secrets, unseenSecret }: EndpointView): string {
  const told = secrets.map(({ createdAt, until }) =>
    until === null ? `of ${createdAt}` : `of ${createdAt} until ${until}`,
  );
  return `${told.join('; ')}${unseenSecret ? ', not shown yet (endpoint secret)' : ''}`;
}

function testText({ received, error, status, ip, durationMs, phases, ...tested }: Tested): string {
  const facts = fields([
    ['received', received ? 'yes' : `no: ${error}`],
    ['status', status === 0 ? '-' : String(status)],
    ['address', ip],
    ['milliseconds', durationMs],
    [
      'of these',
      Object.entries(phases)
        .map(([name, ms]) => `${name.slice(0, -2)} ${ms}`)
        .join(', '),
    ],
  ]);
  const asked = tested.request.replaceAll('\r\n', '\n');
  const came = `${tested.response.head}${tested.response.body}`.replace(/[^\x20-\x7e\n]/g, '');
  return `${facts}\nSent:\n${asked}\n\nCame back:\n${came}\n\nTo verify it:\n${tested.verify}`;
}
