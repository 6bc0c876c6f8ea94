/** `simulator inspector`, `inspector show`: what the inspector answers to webhooks. */
import { z } from 'zod';
import { durationInput } from '#core/common-inputs.ts';
import { textOf } from '#core/input-form.ts';
import { operation, refuse } from '#core/operation.ts';
import {
  inspectorFaults,
  inspectorSetting,
  parseInspectorAnswer,
  wellAnswered,
} from './inspector-answer.ts';
import type { NotedPorts } from './simulator-operations.ts';
import { simulatorForms } from './words.ts';

type InspectorPorts = {
  /** Whether something here receives what is posted to it. */
  readonly hasSimulator: boolean;
  readonly settings: {
    findSetting(name: string): Promise<string | undefined>;
    /** Every process that has an inspector reads it within a second. */
    saveSetting(name: string, value: string): Promise<void>;
  };
};

const location = textOf(
  { read: (text) => (/^[\x21-\x7e]{1,2000}$/.test(text) ? text : undefined) },
  simulatorForms.location,
);

const output = z.object({
  isRunning: z.boolean(),
  answer: z.object({
    status: z.int(),
    fault: z.enum(inspectorFaults),
    delayMs: z.int(),
    retryAfterS: z.int().nullable(),
    location: z.string().nullable(),
    /** So many requests; then it answers 200 again. Null: until something else is said. */
    times: z.int().nullable(),
  }),
});

const ofInspector = { needs: 'administrator', output } as const;

export const showInspector = operation({
  ...ofInspector,
  name: 'simulator inspector show',
  does: 'reads',
  run: (ports: InspectorPorts) => viewInspector(ports),
});

/** Without a field it says what it answers. */
export const orderInspector = operation({
  ...ofInspector,
  name: 'simulator inspector',
  does: 'writes',
  changes: ['simulator inspector show'],
  input: z.strictObject({
    answer: z.int().min(200).max(599).optional(),
    retryAfter: z.int().min(0).max(86_400).optional(),
    redirect: location.optional(),
    delay: durationInput(3_600_000, simulatorForms.hour).optional(),
    fault: z.enum(inspectorFaults).optional(),
    times: z.int().min(1).max(1_000_000).optional(),
    well: z.boolean().default(false),
  }),
  refusals: ['simulator is off'],
  async run(ports: InspectorPorts & NotedPorts, { well, ...given }, author) {
    const { answer: status, retryAfter, redirect, delay, fault, times } = given;
    const isOrder = well || Object.values(given).some((value) => value !== undefined);
    if (!isOrder) return viewInspector(ports);
    if (!ports.hasSimulator) return refuse('simulator is off');
    const answer = {
      ...wellAnswered,
      orderedAtMs: author.atMs,
      ...(!well && {
        status: status ?? (redirect === undefined ? 200 : 307),
        fault: fault ?? 'none',
        delayMs: delay ?? 0,
        retryAfterS: retryAfter ?? null,
        location: redirect ?? null,
        times: times ?? null,
      }),
    };
    await ports.settings.saveSetting(inspectorSetting, JSON.stringify(answer));
    const noted = { action: 'inspector.answer', target: 'inspector', accountId: null };
    await ports.audit.note(author, { ...noted, details: answer });
    return { isRunning: ports.hasSimulator, answer };
  },
});

async function viewInspector({ hasSimulator, settings }: InspectorPorts) {
  const answer = parseInspectorAnswer(await settings.findSetting(inspectorSetting));
  return { isRunning: hasSimulator, answer };
}
