/** `parley cluster …`: the processes that share the database, what each works on, and what is behind. */
import { authorNow } from './author.ts';
import { type CommandContext, command, done, failed } from './command.ts';
import type { ClusterView, Installation, WorkLag } from './installation.ts';
import { needed } from './option.ts';
import { formatTime, table } from './text-table.ts';
import { id } from './written-values.ts';

/** More is shown as "more": who looks wants to know whether it is much. */
const owedMax = 100_000;
const engines = {
  sms: 'parts to operators',
  mail: 'mails',
  webhook: 'webhooks',
  customer: 'deliveries to SMPP users',
};

type EngineLag = WorkLag & { readonly engine: keyof typeof engines };

const cluster = command({
  name: 'cluster',
  sentence: 'Shows the processes that share the database, what each works on, and what is behind.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const { leases } = installation.storage;
    const view = await leases.view();
    const lags = await findLags(installation);
    return done(clusterText(view, lags), clusterJson(view, lags));
  },
});

const clusterDrain = command({
  name: 'cluster drain',
  sentence:
    'Has a process hand over its binds and webhooks to the others; it goes on taking requests.',
  takes: { process: needed(id, 'ID', 'Which, as "parley cluster" shows it.') },
  options: {},
  run: ({ process }, context) => drain(process, true, context),
});

const clusterResume = command({
  name: 'cluster resume',
  sentence: 'Has a process take its share again.',
  takes: { process: needed(id, 'ID', 'Which, as "parley cluster" shows it.') },
  options: {},
  run: ({ process }, context) => drain(process, false, context),
});

async function drain(process: number, draining: boolean, { clock, open }: CommandContext) {
  await using installation = await open();
  const { leases, audit } = installation.storage;
  if (!(await leases.drain(process, draining))) return failed(`There is no process ${process}`);
  const action = draining ? 'process.drain' : 'process.resume';
  const noted = { action, target: String(process), accountId: null, details: {} };
  await audit.note(authorNow(clock), noted);
  const text = draining ? 'hands over what it holds' : 'takes its share again';
  return done(`Process ${process} ${text}.\n`, { process, draining });
}

function findLags({ storage }: Installation): Promise<readonly EngineLag[]> {
  const names = Object.keys(engines) as (keyof typeof engines)[];
  return Promise.all(
    names.map(async (engine) => ({ engine, ...(await storage.lanes.findLag(engine, owedMax)) })),
  );
}

function clusterText(
  { processes, leases, nowMs }: ClusterView,
  lags: readonly EngineLag[],
): string {
  const held = Map.groupBy(
    leases.filter(({ isFree }) => !isFree),
    ({ owner }) => owner,
  );
  const processTable = table(
    ['process', 'host', 'pid', 'version', 'roles', 'since', 'seen', 'works on'],
    processes.map((each) => [
      `${each.id}${each.draining ? ' (drains)' : ''}`,
      each.host,
      String(each.pid),
      each.version,
      each.roles.join(','),
      formatTime(each.startedAtMs),
      `${seconds(nowMs - each.seenAtMs)} ago`,
      inShort((held.get(each.id) ?? []).map(({ name }) => name)),
    ]),
  );
  const lagTable = table(
    ['owed', 'jobs', 'earliest due', 'waits for others'],
    lags.map(({ engine, owed, lateByUsMs, lateByThemMs }) => [
      engines[engine],
      owed >= owedMax ? `${owedMax} or more` : String(owed),
      lateByUsMs === undefined ? '-' : `${seconds(lateByUsMs)} ago`,
      lateByThemMs === undefined ? '-' : `since ${seconds(lateByThemMs)}`,
    ]),
  );
  const free = inShort(leases.filter(({ isFree }) => isFree).map(({ name }) => name));
  return `${processTable}\n${lagTable}${free === '-' ? '' : `\nnobody works on  ${free}\n`}`;
}

/** `webhook#0…15` is one word for sixteen shares. */
function inShort(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name.split('#')[0] ?? name);
  const words = [...groups].map(([group, all]) => {
    const [only] = all;
    if (all.length === 1 && only !== undefined) return only;
    return all.every((name) => name.includes('#'))
      ? `${group} (${all.length} shares)`
      : all.join(' ');
  });
  return words.length === 0 ? '-' : words.toSorted().join(' ');
}

function seconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 1_000))} s`;
}

function inSeconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1_000;
}

function clusterJson(
  { processes, leases, nowMs }: ClusterView,
  lags: readonly EngineLag[],
): object {
  return {
    processes: processes.map(({ startedAtMs, seenAtMs, ...each }) => ({
      ...each,
      since: formatTime(startedAtMs),
      seenSecondsAgo: (nowMs - seenAtMs) / 1_000,
    })),
    leases: leases.map(({ name, epoch, owner, isFree }) => ({
      name,
      epoch,
      process: isFree ? null : owner,
    })),
    owed: lags.map(({ engine, owed, lateMs, lateByUsMs, lateByThemMs }) => ({
      engine,
      jobs: owed,
      lateSeconds: inSeconds(lateMs),
      lateByUsSeconds: inSeconds(lateByUsMs),
      lateByThemSeconds: inSeconds(lateByThemMs),
    })),
  };
}

export const clusterCommands = [cluster, clusterDrain, clusterResume];
