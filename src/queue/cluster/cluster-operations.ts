/** `cluster`, `cluster drain`, `resume`: the processes that share the database, what each works on, and what is behind. */
import { z } from 'zod';
import type { InstallationAudit } from '#core/audit-note.ts';
import type { Author } from '#core/author.ts';
import { idInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, type Refusal, refuse } from '#core/operation.ts';
import { engineNames, owedMax } from '#model/engines.ts';
import type { Lag } from '#queue/lag.ts';
import type { LeaseStore } from '#queue/lease.ts';

type ClusterPorts = {
  readonly leases: Pick<LeaseStore, 'view' | 'drain'>;
  readonly jobs: { findLag(engine: string, owedMax: number): Promise<Lag> };
};

type DrainPorts = Pick<ClusterPorts, 'leases'> & { readonly audit: InstallationAudit };

const changes = ['cluster'];
const seconds = z.number().nullable();

export const showCluster = operation({
  name: 'cluster',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({}),
  output: z.object({
    processes: z.array(
      z.object({
        id: z.int(),
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        roles: z.array(z.string()),
        draining: z.boolean(),
        since: z.iso.datetime(),
        /** By the storage's clock. */
        seenSecondsAgo: z.number(),
      }),
    ),
    /** Nobody works on those without a process. */
    leases: z.array(z.object({ name: z.string(), epoch: z.int(), process: z.int().nullable() })),
    owed: z.array(
      z.object({
        engine: z.enum(engineNames),
        /** Counted no further than 100,000. */
        jobs: z.int(),
        lateSeconds: seconds,
        /** Of lanes that wait for nobody else. */
        lateByUsSeconds: seconds,
        lateByThemSeconds: seconds,
      }),
    ),
  }),
  refusals: [],
  async run({ leases: store, jobs }: ClusterPorts) {
    const { processes, leases, nowMs } = await store.view();
    const lags = engineNames.map(async (engine) => ({
      engine,
      ...viewLag(await jobs.findLag(engine, owedMax)),
    }));
    return {
      processes: processes.map(({ startedAtMs, seenAtMs, roles, ...each }) => ({
        ...each,
        roles: [...roles],
        since: instantText(startedAtMs),
        seenSecondsAgo: (nowMs - seenAtMs) / 1_000,
      })),
      leases: leases.map(({ name, epoch, owner, isFree }) => ({
        name,
        epoch,
        process: isFree ? null : owner,
      })),
      owed: await Promise.all(lags),
    };
  },
});

const named = z.strictObject({ process: idInput });
const drained = z.object({ process: z.int(), draining: z.boolean() });

export const drainProcess = operation({
  name: 'cluster drain',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['process'],
  input: named,
  output: drained,
  refusals: ['process is not there'],
  run: (ports: DrainPorts, { process }, author) =>
    drain(ports, { process, draining: true }, author),
});

export const resumeProcess = operation({
  name: 'cluster resume',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['process'],
  input: named,
  output: drained,
  refusals: ['process is not there'],
  run: (ports: DrainPorts, { process }, author) =>
    drain(ports, { process, draining: false }, author),
});

async function drain(
  { leases, audit }: DrainPorts,
  wish: z.input<typeof drained>,
  author: Author,
): Promise<z.input<typeof drained> | Refusal<'process is not there'>> {
  const { process, draining } = wish;
  if (!(await leases.drain(process, draining))) {
    return refuse('process is not there', { field: 'process', params: { process } });
  }
  const action = draining ? 'process.drain' : 'process.resume';
  await audit.note(author, { action, target: String(process), accountId: null, details: {} });
  return wish;
}

function viewLag({ owed: jobs, lateMs, lateByUsMs, lateByThemMs }: Lag) {
  return {
    jobs,
    lateSeconds: inSeconds(lateMs),
    lateByUsSeconds: inSeconds(lateByUsMs),
    lateByThemSeconds: inSeconds(lateByThemMs),
  };
}

function inSeconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1_000;
}
