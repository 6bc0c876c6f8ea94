/** What the pages about the inspector ask of the storage. */
import type { InspectorPorts } from '#api/dashboard/inspector/ports.ts';
import { inspectorSetting, parseInspectorAnswer } from '#simulator/inspector-answer.ts';
import type { Common } from './common.ts';

type OwnPorts = Pick<InspectorPorts, 'inspector' | 'inspectedRequests' | 'openSealed'>;

export function inspectorPorts({
  config,
  storage,
  sealer,
}: Pick<Common, 'config' | 'storage' | 'sealer'>): OwnPorts {
  const { settings, simulator: inspectedRequests } = storage;
  return {
    inspector: {
      isRunning: config.simulator,
      async findAnswer() {
        const written = await settings.findSetting(inspectorSetting);
        const { orderedAtMs: _, ...answer } = parseInspectorAnswer(written);
        return answer;
      },
      orderAnswer: (answer, orderedAtMs) =>
        settings.saveSetting(inspectorSetting, JSON.stringify({ ...answer, orderedAtMs })),
    },
    inspectedRequests,
    openSealed: (sealed, place) => sealer.open(sealed, place),
  };
}
