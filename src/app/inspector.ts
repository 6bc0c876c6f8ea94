/**
 * The inspector of a process: it keeps what it receives for all to see, and answers as anybody has said.
 * Each process that delivers webhooks has one of its own, so that none must be reachable from elsewhere.
 */
import { Loop } from '#core/loop.ts';
import { untilChanged } from '#core/until-changed.ts';
import type { NewInspectedRequest } from '#simulator/inspected-request.ts';
import { Inspector } from '#simulator/inspector.ts';
import { inspectorSetting, parseInspectorAnswer } from '#simulator/inspector-answer.ts';
import type { Common } from './common.ts';

const everyMs = 250;
/** For all to see, and as many that wait to be stored: later ones push out earlier ones. */
const keptMax = 200;

/** The port of the inspector, once it is known: it may be in another thread. */
export type InspectorPlace = { port: number | undefined };

/** Undefined where nothing is simulated, or no webhooks are delivered. */
export async function openInspector(
  { config, clock, log, storage }: Common,
  stack: AsyncDisposableStack,
): Promise<Inspector | undefined> {
  if (!config.simulator || !config.roles.includes('webhooks')) return undefined;
  const pending: NewInspectedRequest[] = [];
  const inspector = stack.use(
    await Inspector.open({
      clock,
      keep(request) {
        pending.push(request);
        if (pending.length > keptMax) pending.shift();
      },
    }),
  );
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const requests = pending.splice(0);
    await storage.simulator.keepRequests(requests, keptMax);
  };
  const follow = untilChanged(storage.changes, async () => {
    inspector.answer = parseInspectorAnswer(await storage.settings.findSetting(inspectorSetting));
    return 0;
  });
  const loop = new Loop({
    name: 'inspector of webhooks',
    everyMs,
    clock,
    log,
    work: async () => {
      await follow();
      await flush();
    },
  });
  stack.defer(() => flush().catch(() => undefined));
  stack.use(loop).start();
  return inspector;
}
