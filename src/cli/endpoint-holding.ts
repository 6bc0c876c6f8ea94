/** `parley endpoint pause`, `resume`, `skip`: what is owed waits, goes on, or is passed over. */
import { oneOf } from '#core/value-kind.ts';
import type { Backlog } from '#webhooks/management/endpoint-service.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused } from './command.ts';
import { maybe, needed } from './option.ts';
import { id, writtenDuration } from './written-values.ts';

const takes = { endpoint: needed(id, 'ID', 'The endpoint.') };

const pause = command({
  name: 'endpoint pause',
  sentence: 'Sends nothing to an endpoint until it is resumed; what it is owed is kept.',
  takes,
  options: {},
  async run({ endpoint }, { clock, open }) {
    await using installation = await open();
    const { store } = installation.endpoints;
    if (await store.pauseEndpoint(endpoint, authorNow(clock))) {
      return done(`Endpoint ${endpoint} is paused.\n`, { endpoint, state: 'paused' });
    }
    return failed(`Endpoint ${endpoint} is not there, or not active`);
  },
});

const resume = command({
  name: 'endpoint resume',
  sentence: 'Sends again to an endpoint that was paused or disabled.',
  takes,
  options: {
    send: maybe(oneOf('all', 'none'), 'WHAT', 'all or none of what it is owed. Default: all.'),
    newerThan: maybe(writtenDuration, 'TIME', 'Only what is not older than this, such as 1h.'),
  },
  async run({ endpoint, send, newerThan }, { clock, open }) {
    if (send !== undefined && newerThan !== undefined) {
      return misused('--send and --newer-than exclude each other');
    }
    const backlog: Backlog =
      newerThan === undefined
        ? { send: send ?? 'all' }
        : { send: 'newer', thanMs: clock.nowMs() - newerThan };
    await using installation = await open();
    const { service } = installation.endpoints;
    if (await service.resume(endpoint, backlog, authorNow(clock))) {
      return done(`Endpoint ${endpoint} is active.\n`, { endpoint, state: 'active' });
    }
    return failed(`Endpoint ${endpoint} is not there, or active already`);
  },
});

const skip = command({
  name: 'endpoint skip',
  sentence: 'Drops the one event that the others of an endpoint in strict order wait for.',
  takes,
  options: {},
  async run({ endpoint: wanted }, { clock, open }) {
    await using installation = await open();
    const { service, store } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return failed(`There is no endpoint ${wanted}`);
    const eventId = await service.skip(endpoint, authorNow(clock));
    return eventId === undefined
      ? failed(`Endpoint ${wanted} is owed nothing`)
      : done(`Event ${eventId} is dropped.\n`, { eventId });
  },
});

export const endpointHolding = [pause, resume, skip];
