/** `parley endpoint …`: where accounts' webhooks go. */
import { oneOf } from '#core/value-kind.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import { extrasMax } from '#webhooks/management/endpoint-service.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { command, done, failed, misused, type Outcome } from './command.ts';
import { endpointHolding } from './endpoint-holding.ts';
import { endpointLog } from './endpoint-log.ts';
import { endpointOptions, writtenOptions } from './endpoint-options.ts';
import { endpointSecrets, secretKind } from './endpoint-secrets.ts';
import { endpointJson, endpointsText, endpointText, refusalText } from './endpoint-view.ts';
import { maybe, needed } from './option.ts';
import { readSecret, secretFileOption } from './own-secret.ts';
import { fields } from './text-table.ts';
import { id, url } from './written-values.ts';

const takes = { endpoint: needed(id, 'ID', 'The endpoint.') };
const listedMax = 1_100;

const list = command({
  name: 'endpoint list',
  sentence: 'Lists where the webhooks of an account go.',
  takes: {},
  options: {
    account: needed(id, 'ID', 'Whose.'),
    source: maybe(oneOf('reply', 'report', 'email', 'extra', 'request'), 'SOURCE', 'Only these.'),
  },
  async run({ account, source }, { clock, open }) {
    await using installation = await open();
    const { store } = installation.endpoints;
    const all = await store.listEndpoints(account, listedMax);
    const found = all.filter((endpoint) => source === undefined || endpoint.source === source);
    const nowMs = clock.nowMs();
    const json = { endpoints: found.map((endpoint) => endpointJson(endpoint, nowMs)) };
    return done(endpointsText(found), json);
  },
});

const add = command({
  name: 'endpoint add',
  sentence: `Adds a URL that gets a copy of an account's events; ${extrasMax} at most.`,
  takes: {},
  options: {
    account: needed(id, 'ID', 'Whose events.'),
    url: needed(url, 'URL', 'Where they go.'),
    secret: maybe(secretKind, 'SECRET', 'It signs with this one; else one is made.'),
    secretFile: secretFileOption,
    ...endpointOptions,
  },
  async run({ account, url: text, secret, secretFile, ...values }, { clock, open, readInput }) {
    const own = await readSecret(secretKind, { secret, secretFile, readInput });
    if (!own.ok) return misused(own.problem);
    const written = await writtenOptions(values);
    await using installation = await open();
    const { endpoints, storage } = installation;
    if ((await storage.accounts.findAccount(account)) === undefined) return noAccount(account);
    const wanted = { ...written, url: text, secret: own.secret };
    const added = await endpoints.service.add(account, wanted, authorNow(clock));
    if (!added.ok) {
      return failed(
        added.why === 'fields'
          ? refusalText(added.refusals)
          : `Account ${account} has ${extrasMax} such endpoints already`,
      );
    }
    const { endpoint } = added;
    const warnings = [...own.warnings, ...added.warnings];
    const told = `${fields([['secret', added.secret]])}Keep it now: it is shown this once.\n`;
    const json = { endpoint: endpointJson(endpoint, clock.nowMs()), secret: added.secret };
    return done(`${endpointText(endpoint, clock.nowMs())}${told}`, json, warnings);
  },
});

const set = command({
  name: 'endpoint set',
  sentence: 'Changes an endpoint; its deliveries follow at once.',
  takes,
  options: { url: maybe(url, 'URL', 'Where its events go from now on.'), ...endpointOptions },
  async run({ endpoint: wanted, url: text, ...values }, { clock, open }) {
    const written = { ...(await writtenOptions(values)), url: text };
    if (Object.values(written).every((value) => value === undefined)) {
      return misused('Say what is to change');
    }
    await using installation = await open();
    const { store, service } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return noEndpoint(wanted);
    const changed = await service.change(endpoint, written, authorNow(clock));
    if (!changed.ok) {
      return changed.why === 'fields' ? failed(refusalText(changed.refusals)) : noEndpoint(wanted);
    }
    return shown(changed.endpoint, clock.nowMs(), changed.warnings);
  },
});

const show = command({
  name: 'endpoint show',
  sentence: 'Shows an endpoint, how it does, and how much it is owed.',
  takes,
  options: {},
  async run({ endpoint: wanted }, { clock, open }) {
    await using installation = await open();
    const { store } = installation.endpoints;
    const endpoint = await store.findEndpoint(wanted);
    if (endpoint === undefined) return noEndpoint(wanted);
    const standing = (await store.standingsOf([wanted], owedMax)).get(wanted);
    const { owed = 0, state } = standing ?? {};
    const failing = (state?.failingSinceMs ?? 0) > 0;
    const how = fields([
      ['owed', owed < owedMax ? String(owed) : `${owedMax} or more`],
      ['failing', failing ? `${state?.failedAttempts} attempts in a row` : 'no'],
    ]);
    const nowMs = clock.nowMs();
    return done(`${endpointText(endpoint, nowMs)}${how}`, {
      endpoint: endpointJson(endpoint, nowMs),
      owed,
      failing: state ?? null,
    });
  },
});

const owedMax = 10_000;

const remove = command({
  name: 'endpoint remove',
  sentence: 'Removes an endpoint; what it is owed is dropped.',
  takes,
  options: {},
  async run({ endpoint: wanted }, { clock, open }) {
    await using installation = await open();
    const removed = await installation.endpoints.store.removeEndpoint(wanted, authorNow(clock));
    return removed
      ? done(`Endpoint ${wanted} is removed.\n`, { removed: wanted })
      : noEndpoint(wanted);
  },
});

function shown(endpoint: Endpoint, nowMs: number, warnings?: readonly string[]): Outcome {
  return done(endpointText(endpoint, nowMs), { endpoint: endpointJson(endpoint, nowMs) }, warnings);
}

function noEndpoint(wanted: number): Outcome {
  return failed(`There is no endpoint ${wanted}`);
}

export const endpointCommands = [
  list,
  add,
  set,
  show,
  remove,
  ...endpointHolding,
  ...endpointSecrets,
  ...endpointLog,
];
