/** The processes that share the database, as commands show them to people. */
import type { z } from 'zod';
import { table } from '#cli/text-table.ts';
import { owedMax } from '#model/engines.ts';
import type { Operations } from '#operations.ts';

type Cluster = z.output<Operations['cluster']['output']>;
type Engine = Cluster['owed'][number]['engine'];
type Drained = z.output<Operations['cluster drain']['output']>;

const engines: Readonly<Record<Engine, string>> = {
  sms: 'segments to operators',
  mail: 'mails',
  webhook: 'webhooks',
  customer: 'deliveries to SMPP users',
};

export const clusterTexts = {
  cluster: (cluster: Cluster) =>
    `${processTable(cluster)}\n${lagTable(cluster)}${freeText(cluster)}`,
  'cluster drain': drainText,
  'cluster resume': drainText,
};

function processTable({ processes, leases }: Cluster): string {
  const held = Map.groupBy(leases, ({ process }) => process);
  return table(
    ['process', 'host', 'pid', 'version', 'roles', 'since', 'seen', 'works on'],
    processes.map((each) => [
      `${each.id}${each.draining ? ' (drains)' : ''}`,
      each.host,
      String(each.pid),
      each.version,
      each.roles.join(','),
      each.since,
      `${inWhole(each.seenSecondsAgo)} ago`,
      inShort((held.get(each.id) ?? []).map(({ name }) => name)),
    ]),
  );
}

function lagTable({ owed }: Cluster): string {
  return table(
    ['pending', 'jobs', 'earliest due', 'waits for others'],
    owed.map(({ engine, jobs, lateByUsSeconds, lateByThemSeconds }) => [
      engines[engine],
      jobs >= owedMax ? `${owedMax} or more` : String(jobs),
      lateByUsSeconds === null ? '-' : `${inWhole(lateByUsSeconds)} ago`,
      lateByThemSeconds === null ? '-' : `since ${inWhole(lateByThemSeconds)}`,
    ]),
  );
}

function freeText({ leases }: Cluster): string {
  const free = leases.filter(({ process }) => process === null).map(({ name }) => name);
  return free.length === 0 ? '' : `\nnobody works on  ${inShort(free)}\n`;
}

function drainText({ process, draining }: Drained): string {
  const what = draining ? 'releases its leases' : 'takes its share again';
  return `Process ${process} ${what}.\n`;
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

function inWhole(seconds: number): string {
  return `${Math.max(0, Math.round(seconds))} s`;
}
