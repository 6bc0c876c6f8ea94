/** Installations as networks of queues: the way of a usual SMS through each of their processes. */
import { type Costs, commit, crossingUs, goal, goalTransaction, transaction } from './costs.ts';
import type { Batcher, Station, Step } from './simulation.ts';

export type Peers = { readonly operatorUs: number; readonly receiverUs: number };

export type Threads = {
  /** Threads for HTTP and for webhooks beside the main thread; 0 is none of either. */
  readonly front: number;
  readonly delivery: number;
};

/** One process on a SQLite folder. */
export function onFolder(
  costs: Costs,
  threads: Threads,
  peers: Peers,
): readonly (readonly Step[])[] {
  const writer = { name: 'writer', servers: 1 };
  const { cpuUs: fixedUs, diskUs, most } = commit;
  const by = { name: 'commits', on: writer, fixedUs, diskUs, most };
  return [wayOf(costs, { threads, peers, by, writtenUs: costs.written })];
}

/** So many processes on one PostgreSQL server, each with one transaction under way. */
export function onServer(
  costs: Costs,
  wish: {
    readonly threads: Threads;
    readonly peers: Peers;
    readonly processes: number;
    readonly serverCores: number;
  },
): readonly (readonly Step[])[] {
  const server: Station = { name: 'PostgreSQL', servers: wish.serverCores };
  const costOfAll = costs === goal ? goalTransaction : transaction;
  const { cpuUs: fixedUs, diskUs, most, eachUs: writtenUs } = costOfAll;
  return Array.from({ length: wish.processes }, () => {
    const by = { name: 'one transaction at a time', on: server, fixedUs, diskUs, most };
    return wayOf(costs, { ...wish, by, writtenUs });
  });
}

function wayOf(
  costs: Costs,
  parts: {
    readonly threads: Threads;
    readonly peers: Peers;
    readonly by: Batcher;
    readonly writtenUs: number;
  },
): readonly Step[] {
  const { threads, peers, by, writtenUs } = parts;
  const main: Station = { name: 'main', servers: 1 };
  const front = threads.front === 0 ? main : { name: 'front', servers: threads.front };
  const delivery = threads.delivery === 0 ? main : { name: 'delivery', servers: threads.delivery };
  const stored: readonly Step[] = [
    work(main, costs.storage),
    { kind: 'commit', by, us: writtenUs },
  ];
  const cross = (to: Station): readonly Step[] =>
    to === main ? [] : [work(to, crossingUs), work(main, crossingUs)];
  return [
    work(front, costs.request / 2),
    ...cross(front),
    work(main, costs.judging),
    ...stored,
    ...cross(front),
    work(front, costs.request / 2),
    { kind: 'answer' },
    work(main, costs.submit + costs.pdu),
    { kind: 'wait', us: peers.operatorUs },
    work(main, costs.pdu),
    ...stored,
    work(main, costs.pdu + costs.receipt),
    ...stored,
    ...cross(delivery),
    work(delivery, costs.webhook),
    { kind: 'wait', us: peers.receiverUs },
    ...cross(delivery),
    ...stored,
    work(main, costs.followers),
  ];
}

function work(on: Station, us: number): Step {
  return { kind: 'work', on, us };
}
