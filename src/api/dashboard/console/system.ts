/** Processes and settings. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { refuse } from '#api/reply.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');

export function systemHandlers(ports: ConsolePorts): readonly Handler[] {
  const { clock, leases, audit } = ports;
  return [
    handle(definitions.showSystem, async () => {
      const view = await leases.view();
      const held = Map.groupBy(
        view.leases.filter(({ isFree }) => !isFree),
        ({ owner }) => owner,
      );
      return give({
        nowMs: view.nowMs,
        processes: view.processes.map((process) => ({
          ...process,
          roles: [...process.roles],
          leases: (held.get(process.id) ?? []).map(({ name }) => name),
        })),
        freeLeases: view.leases.filter(({ isFree }) => isFree).map(({ name }) => name),
        settings: [...ports.settingsShown],
      });
    }),
    handle(definitions.drainProcess, async (call) => {
      const { draining } = call.body;
      if (!(await leases.drain(call.params.id, draining))) return nothingThere;
      const action = draining ? 'process.drain' : 'process.resume';
      const target = String(call.params.id);
      await audit.note(authorOf(call, clock), { action, target, accountId: null, details: {} });
      return give(undefined);
    }),
  ];
}
