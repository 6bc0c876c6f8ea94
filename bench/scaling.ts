/**
 * `scaling`: the tables of docs/scaling.md, simulated from measured costs: one machine, a cluster on one PostgreSQL
 * server, and cells. What the reference machine measured is simulated first and shown beside it.
 */
import { bySmpp, goal, measuredShare, today, walBytes } from './scaling/costs.ts';
import { onFolder, onServer, type Threads } from './scaling/shapes.ts';
import { type Outcome, type Step, simulate } from './scaling/simulation.ts';

const loopback = { operatorUs: 100, receiverUs: 100 };
const abroad = { operatorUs: 20_000, receiverUs: 50_000 };
/** A machine is given this share of what it could carry at the most. */
const loaded = 0.7;
const asked = 100_000;

type Ways = readonly (readonly Step[])[];

export async function runScaling(): Promise<boolean> {
  const checks = [
    check('SQLite, one process', 8_383, simulate(onFolder(today, alone, loopback), clients(32))),
    check(
      'SQLite, customers by SMPP',
      12_000,
      simulate(onFolder(bySmpp, alone, loopback), clients(100)),
    ),
    check(
      'PostgreSQL, one process (its costs were derived from this)',
      3_540,
      simulate(
        onServer(today, { threads: alone, peers: loopback, processes: 1, serverCores: 1 }),
        clients(32),
      ),
    ),
  ];
  table(
    ['Check', 'measured/s', 'simulated/s', 'off by'],
    checks.map(({ row }) => row),
  );
  table(['One machine, SQLite', ...columns], oneMachine());
  const simulated = servers.map((server) => ({ ...server, ...serverOf(server) }));
  table(['One PostgreSQL server', ...columns, 'WAL MB/s'], simulated.map(rowOfServer));
  const headOfCells = ['cells', 'carried/s', 'processes', 'cores', 'WAL MB/s a cell'];
  table(['Cells for 100,000 a second', ...headOfCells], simulated.slice(1).map(rowOfCells));
  return checks.every(({ isNear }) => isNear);
}

/** Of simulated time: the queues are steady after the first half. */
const span = { seconds: 0.2, warmUpSeconds: 0.2 };
const alone: Threads = { front: 0, delivery: 0 };
const clients = (count: number) => ({ kind: 'closed', clients: count }) as const;
const columns = ['most/s', 'binds', 'accept p99 ms', 'end to end p99 ms'];

function check(name: string, measured: number, { perSecond }: Outcome) {
  const off = perSecond / measured - 1;
  const row = [name, measured, Math.round(perSecond), `${(100 * off).toFixed(0)} %`];
  return { row, isNear: Math.abs(off) <= 0.25 };
}

/** The most that goes through, lowered to what is measured, and delays at seven tenths of it with an operator 20 ms and receivers 50 ms away. */
function figuresOf(
  ways: Ways,
  peers: Ways,
): { readonly most: number; readonly row: readonly (string | number)[] } {
  const full = simulate(ways, clients(256 * ways.length), span);
  const [binds] = full.busy;
  const usual = simulate(
    peers,
    { kind: 'open', perSecond: loaded * measuredShare * full.perSecond },
    span,
  );
  const bound = binds === undefined ? '' : `${binds[0]} ${Math.round(100 * binds[1])} %`;
  const delays = [usual.acceptP99Ms.toFixed(1), (usual.endToEndP99Ms - 70).toFixed(1)];
  const most = full.perSecond * measuredShare;
  return { most, row: [round(most), bound, ...delays] };
}

const shapes = [
  { name: 'today: one thread and a writer', costs: today, threads: alone },
  {
    name: 'front and delivery threads, costs of today',
    costs: today,
    threads: { front: 2, delivery: 2 },
  },
  { name: 'the same at the budget', costs: goal, threads: { front: 2, delivery: 2 } },
  { name: 'the same with 16 threads on 64 cores', costs: goal, threads: { front: 8, delivery: 8 } },
] as const;

function oneMachine() {
  return shapes.map(({ name, costs, threads }) => [
    name,
    ...figuresOf(onFolder(costs, threads, loopback), onFolder(costs, threads, abroad)).row,
  ]);
}

const servers = [
  { processes: 1, serverCores: 4, costs: today, threads: alone },
  { processes: 4, serverCores: 8, costs: today, threads: alone },
  { processes: 8, serverCores: 16, costs: today, threads: alone },
  { processes: 16, serverCores: 32, costs: today, threads: alone },
  { processes: 8, serverCores: 16, costs: goal, threads: { front: 1, delivery: 1 } },
  { processes: 16, serverCores: 32, costs: goal, threads: { front: 1, delivery: 1 } },
];

function serverOf({ costs, ...rest }: (typeof servers)[number]) {
  const ways = (peers: typeof abroad) => onServer(costs, { ...rest, peers });
  return figuresOf(ways(loopback), ways(abroad));
}

type Simulated = (typeof servers)[number] & ReturnType<typeof serverOf>;

function nameOf({ processes, serverCores, costs }: Simulated): string {
  return `${processes} ${processes === 1 ? 'process' : 'processes'}, server of ${serverCores} cores, ${costs === goal ? 'budget' : 'today'}`;
}

function rowOfServer(server: Simulated): readonly (string | number)[] {
  return [nameOf(server), ...server.row, ((server.most * walBytes) / 1e6).toFixed(0)];
}

function rowOfCells(server: Simulated): readonly (string | number)[] {
  const { processes, serverCores, threads, most } = server;
  const count = Math.ceil(asked / (loaded * most));
  const cores = processes * (1 + threads.front + threads.delivery) + serverCores;
  const wal = ((asked / count) * walBytes) / 1e6;
  const carried = round(count * loaded * most);
  return [nameOf(server), count, carried, count * processes, count * cores, wal.toFixed(0)];
}

/** To two digits: a simulation is not more exact than that. */
function round(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows];
  process.stdout.write(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`);
}
