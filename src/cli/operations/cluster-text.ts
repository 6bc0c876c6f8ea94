/** The processes that share the database, as commands show them to people. */
import { columns } from '#cli/text-table.ts';
import { owedMax } from '#model/engines.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Cluster = AnswerOf<'cluster'>;
type Engine = Cluster['owed'][number]['engine'];
type Drained = AnswerOf<'cluster drain'>;

const engines: Readonly<Record<Engine, string>> = {
  sms: 'segments to operators',
  mail: 'mails',
  webhook: 'webhooks',
  customer: 'deliveries to SMPP users',
};

export const clusterTexts = {
  cluster: (cluster) => `${processTable(cluster)}\n${lagTable(cluster)}${freeText(cluster)}`,
  'cluster drain': drainText,
  'cluster resume': drainText,
} satisfies Texts;

function processTable({ processes, leases }: Cluster): string {
  const held = Map.groupBy(leases, ({ process }) => process);
  return columns(
    processes,
    ['process', (each) => `${each.id}${each.draining ? ' (drains)' : ''}`],
    'host',
    'pid',
    'version',
    ['roles', (each) => each.roles.join(',')],
    'since',
    ['seen', (each) => `${inWhole(each.seenSecondsAgo)} ago`],
    ['works on', (each) => inShort((held.get(each.id) ?? []).map(({ name }) => name))],
  );
}

function lagTable({ owed }: Cluster): string {
  return columns(
    owed,
    ['pending', ({ engine }) => engines[engine]],
    ['jobs', ({ jobs }) => (jobs >= owedMax ? `${owedMax} or more` : String(jobs))],
    [
      'earliest due',
      ({ lateByUsSeconds }) => (lateByUsSeconds === null ? '-' : `${inWhole(lateByUsSeconds)} ago`),
    ],
    [
      'waits for others',
      ({ lateByThemSeconds }) =>
        lateByThemSeconds === null ? '-' : `since ${inWhole(lateByThemSeconds)}`,
    ],
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
